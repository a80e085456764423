"""The validator of the server tests: references, unions, and what it refuses that JSON Schema would not. The dates that are made
from a schema."""
import datetime
import json
import pathlib
import random
import unittest

from jsonschema.exceptions import RefResolutionError

from openapi.generate import Generator
from openapi.json_schema import Validator

DOCUMENT = {"components": {"schemas": {
    "Letter": {"type": "string", "pattern": "^[a-z]$"},
    "Tree": {"type": "object", "required": ["name"], "additionalProperties": False,
             "properties": {"name": {"$ref": "#/components/schemas/Letter"},
                            "parts": {"type": "array", "items": {"$ref": "#/components/schemas/Tree"}}}},
    "State": {"type": "object", "required": ["ply"], "properties": {"ply": {"type": "integer"}}},
    "a/b~c": {"type": "null"}}}}

# schema, values that are valid, values that are not
CASES = [
    ({"type": "integer"}, [0, -5, 10**30], [1.5, 1.0, True, "1", None]),
    ({"type": "number"}, [0, 1.5, -1], [True, "1", None]),
    ({"enum": ["a", 1, None]}, ["a", 1, None], ["b", True, 1.0, 1.5, False, ""]),
    ({"const": 1}, [1], [True, 1.0, 2, "1"]),
    ({"const": [True]}, [[True]], [[1], "true", False]),
    ({"minLength": 1, "maxLength": 2}, ["a", "ab", "\U0001f600\U0001f600", 5], ["", "abc"]),
    ({"pattern": "b"}, ["abc", "b", 5], ["ac", ""]),
    ({"pattern": "^a$"}, ["a"], ["a\n", "ba"]),
    ({"$ref": "#/components/schemas/Letter"}, ["a"], ["A", "ab", 1]),
    ({"$ref": "#/components/schemas/a~1b~0c"}, [None], [1]),
    ({"$ref": "#/components/schemas/Letter", "enum": ["a", "B"]}, ["a"], ["B", "b"]),
    ({"$ref": "#/components/schemas/Tree"}, [{"name": "a", "parts": [{"name": "b", "parts": []}]}],
     [{"name": "a", "parts": [{"name": "B"}]}, {"name": "a", "parts": [{}]}, {"name": "a", "leaf": 1}]),
    ({"allOf": [{"$ref": "#/components/schemas/State"}], "properties": {"a": {}}, "unevaluatedProperties": False},
     [{"ply": 1}, {"ply": 1, "a": 1}], [{"ply": 1, "b": 1}, {"a": 1}]),
    ({"oneOf": [{"required": ["a"], "properties": {"a": {}}}, {"required": ["b"], "properties": {"b": {}}}],
      "unevaluatedProperties": False}, [{"a": 1}, {"b": 1}], [{"a": 1, "b": 1}, {"a": 1, "c": 1}, {}]),
    ({"contentMediaType": "application/json", "contentSchema": {"type": "integer"}}, ["1", " 7 ", 5], ["x", '"1"', "1.0", ""]),
]


class Keywords(unittest.TestCase):
    def test_cases(self):
        validator = Validator(DOCUMENT)
        for schema, good, bad in CASES:
            for value in good:
                self.assertEqual(validator.errors(schema, value), [], (schema, value))
            for value in bad:
                self.assertNotEqual(validator.errors(schema, value), [], (schema, value))

    def test_places(self):
        errors = Validator(DOCUMENT).errors({"$ref": "#/components/schemas/Tree"}, {"name": "a", "parts": [{"name": 5}]})
        self.assertEqual(errors, ["$.parts[0].name: 5 is not of type 'string'"])

    def test_the_nearest_branch_is_named(self):
        schema = {"oneOf": [{"type": "object", "required": ["x", "y"], "properties": {"kind": {"const": "a"}}},
                            {"type": "object", "properties": {"kind": {"const": "b"}, "n": {"type": "integer"}}}]}
        errors = Validator({}).errors(schema, {"kind": "b", "n": "one"})
        self.assertRegex(errors[0], "^\\$: .*\n *\\$.n: 'one' is not of type 'integer'$")

    def test_references_to_nothing(self):
        for reference in ("#/components/schemas/Nothing", "other.json", "#Letter", ""):
            with self.assertRaises(RefResolutionError, msg=reference):
                Validator(DOCUMENT).errors({"$ref": reference}, {"a": 1})


class Generated(unittest.TestCase):
    def test_dates_are_days_of_the_calendar(self):
        """The server refuses April 31, which the pattern allows."""
        document = json.loads((pathlib.Path(__file__).parents[2] / "docs" / "openapi.json").read_text(encoding="utf-8"))
        make = Generator(random.Random(7), Validator(document))
        for _ in range(400):
            datetime.datetime.fromisoformat(make.value({"$ref": "#/components/schemas/Date"}).removesuffix("Z"))


if __name__ == "__main__":
    unittest.main()
