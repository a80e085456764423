"""The validator of the server tests: each keyword takes what it should, and refuses what it should."""
import unittest

from json_schema import BadSchema, Validator

DOCUMENT = {"components": {"schemas": {
    "Letter": {"type": "string", "pattern": "^[a-z]$"},
    "Tree": {"type": "object", "required": ["name"], "additionalProperties": False,
             "properties": {"name": {"$ref": "#/components/schemas/Letter"},
                            "parts": {"type": "array", "items": {"$ref": "#/components/schemas/Tree"}}}},
    "State": {"type": "object", "required": ["ply"], "properties": {"ply": {"type": "integer"}}},
    "a/b~c": {"type": "null"}}}}

# schema, values that are valid, values that are not
CASES = [
    (True, [None, 1, {}], []),
    (False, [], [None, 1, {}]),
    ({}, [None, 1, "x", [], {}], []),
    ({"type": "null"}, [None], [0, "", False, [], {}]),
    ({"type": "boolean"}, [True, False], [0, 1, None, "true"]),
    ({"type": "integer"}, [0, -5, 10**30], [1.5, 1.0, True, "1", None]),
    ({"type": "number"}, [0, 1.5, -1], [True, "1", None]),
    ({"type": "string"}, ["", "x"], [1, None, [], {}]),
    ({"type": "array"}, [[], [1]], ["", {}, None]),
    ({"type": "object"}, [{}, {"a": 1}], [[], "", None]),
    ({"type": ["integer", "string"], "minimum": 2, "pattern": "^[0-9]$"}, [2, "7", "1"], [1, "77", None]),
    ({"enum": ["a", 1, None]}, ["a", 1, None], ["b", True, 1.5, False, ""]),
    ({"const": 1}, [1], [True, 2, "1"]),
    ({"const": True}, [True], [1, "true", False]),
    ({"minimum": 1, "maximum": 3}, [1, 2.5, 3, "text", None], [0, 0.99, 3.01, 4]),
    ({"minLength": 1, "maxLength": 2}, ["a", "ab", "\U0001f600\U0001f600", 5], ["", "abc"]),
    ({"pattern": "b"}, ["abc", "b", 5], ["ac", ""]),
    ({"pattern": "^a$"}, ["a"], ["a\n", "ba"]),
    ({"items": {"type": "integer"}, "minItems": 1, "maxItems": 2}, [[1], [1, 2], "text"], [[], [1, 2, 3], ["a"], [1, None]]),
    ({"required": ["a"], "properties": {"a": {"type": "integer"}}}, [{"a": 1}, {"a": 1, "b": 2}, []], [{}, {"a": "x"}]),
    ({"properties": {"a": {}}, "additionalProperties": False}, [{}, {"a": 1}], [{"b": 1}, {"a": 1, "b": 1}]),
    ({"properties": {"a": {}}, "additionalProperties": {"type": "string"}}, [{"a": 1, "b": "x"}], [{"b": 1}]),
    ({"dependentRequired": {"a": ["b"]}}, [{}, {"b": 1}, {"a": 1, "b": 1}], [{"a": 1}]),
    ({"oneOf": [{"minimum": 5}, {"maximum": 7}]}, [1, 8], [5, 6, 7]),
    ({"anyOf": [{"minimum": 5}, {"const": 1}]}, [1, 5, 9], [2]),
    ({"allOf": [{"minimum": 5}, {"maximum": 7}]}, [5, 7], [4, 8]),
    ({"$ref": "#/components/schemas/Letter"}, ["a"], ["A", "ab", 1]),
    ({"$ref": "#/components/schemas/a~1b~0c"}, [None], [1]),
    ({"$ref": "#/components/schemas/Letter", "enum": ["a", "B"]}, ["a"], ["B", "b"]),
    ({"$ref": "#/components/schemas/Tree"}, [{"name": "a", "parts": [{"name": "b", "parts": []}]}],
     [{"name": "a", "parts": [{"name": "B"}]}, {"name": "a", "parts": [{}]}, {"name": "a", "leaf": 1}]),
    ({"allOf": [{"$ref": "#/components/schemas/State"}], "properties": {"a": {}}, "unevaluatedProperties": False},
     [{"ply": 1}, {"ply": 1, "a": 1}], [{"ply": 1, "b": 1}, {"a": 1}]),
    ({"oneOf": [{"required": ["a"], "properties": {"a": {}}}, {"required": ["b"], "properties": {"b": {}}}],
      "unevaluatedProperties": False}, [{"a": 1}, {"b": 1}], [{"a": 1, "b": 1}, {"a": 1, "c": 1}, {}]),
    ({"contentMediaType": "application/json", "contentSchema": {"type": "integer"}}, ["1", " 7 ", 5], ["x", '"1"', ""]),
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
        self.assertEqual(errors, ["$.parts[0].name: expected string, got 5"])

    def test_the_nearest_branch_is_named(self):
        schema = {"oneOf": [{"type": "object", "required": ["x", "y"], "properties": {"kind": {"const": "a"}}},
                            {"type": "object", "properties": {"kind": {"const": "b"}, "n": {"type": "integer"}}}]}
        errors = Validator({}).errors(schema, {"kind": "b", "n": "one"})
        self.assertIn("$.n: expected integer, got \"one\"", errors)

    def test_bad_schemas(self):
        for schema in ({"minimun": 1}, {"$ref": "#/components/schemas/Nothing"}, {"$ref": "other.json"},
                       {"properties": {"a": {"patern": "x"}}}):
            with self.assertRaises(BadSchema, msg=schema):
                Validator(DOCUMENT).errors(schema, {"a": 1})


if __name__ == "__main__":
    unittest.main()
