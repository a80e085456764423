"""A validator for the part of JSON Schema 2020-12 that docs/openapi.json uses.

A keyword outside KEYWORDS is an error, so that nothing which a schema says goes unchecked. Two rules are stricter than
the standard's: a whole number has no fraction (1.0 isn't one, as for the server), and a text with a contentSchema is
parsed and checked."""
import json
import re

TYPES = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}
ANNOTATIONS = {"title", "description", "examples", "default", "format", "contentMediaType"}
KEYWORDS = ANNOTATIONS | {
    "$ref", "type", "enum", "const", "oneOf", "anyOf", "allOf",
    "properties", "required", "additionalProperties", "unevaluatedProperties", "dependentRequired",
    "items", "minItems", "maxItems", "minimum", "maximum", "minLength", "maxLength", "pattern", "contentSchema"}


class BadSchema(Exception):
    """The schema itself is wrong: an unknown keyword, a reference to nothing."""


def same(one, other):
    """Equality of JSON values: true is not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def compiled(pattern):
    """A pattern as JavaScript means it: $ is the end, not also before a newline at the end."""
    return re.compile(re.sub(r"(?<!\\)\$$", r"\\Z", pattern))


def shown(value):
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."


class Validator:
    """Checks values against schemas of one document, whose references are "#/..."."""

    def __init__(self, document):
        self.document = document

    def resolve(self, reference):
        """What a reference points to."""
        if not isinstance(reference, str) or not reference.startswith("#/"):
            raise BadSchema(f"reference {reference!r}: expected one that begins with #/")
        found = self.document
        for word in reference[2:].split("/"):
            word = word.replace("~1", "/").replace("~0", "~")
            if not isinstance(found, dict) or word not in found:
                raise BadSchema(f"reference {reference!r} points to nothing")
            found = found[word]
        return found

    def errors(self, schema, value, path="$"):
        """What is wrong with the value: texts that begin with the place; empty if it is valid."""
        if isinstance(schema, bool):
            return [] if schema else [f"{path}: nothing is allowed here"]
        if unknown := schema.keys() - KEYWORDS:
            raise BadSchema(f"unknown keywords {sorted(unknown)}")
        found = []
        if "$ref" in schema:
            found += self.errors(self.resolve(schema["$ref"]), value, path)
        types = schema.get("type", [])
        types = [types] if isinstance(types, str) else types
        if types and not any(TYPES[name](value) for name in types):
            return found + [f"{path}: expected {' or '.join(types)}, got {shown(value)}"]
        if "const" in schema and not same(value, schema["const"]):
            found.append(f"{path}: expected {shown(schema['const'])}, got {shown(value)}")
        if "enum" in schema and not any(same(value, one) for one in schema["enum"]):
            found.append(f"{path}: {shown(value)} is none of {schema['enum']}")
        found += self.combined(schema, value, path)
        if TYPES["number"](value):
            found += self.number_errors(schema, value, path)
        elif isinstance(value, str):
            found += self.string_errors(schema, value, path)
        elif isinstance(value, list):
            found += self.array_errors(schema, value, path)
        elif isinstance(value, dict):
            found += self.object_errors(schema, value, path)
        return found

    def valid(self, schema, value):
        return not self.errors(schema, value)

    def combined(self, schema, value, path):
        found = [error for part in schema.get("allOf", []) for error in self.errors(part, value, path)]
        for keyword in ("oneOf", "anyOf"):
            if keyword not in schema:
                continue
            tried = [self.errors(part, value, path) for part in schema[keyword]]
            fitting = sum(not errors for errors in tried)
            if fitting == 0:  # the branch that came nearest says most
                nearest = min(tried, key=lambda errors: (sum(error.startswith(f"{path}: ") for error in errors), len(errors)))
                found += [f"{path}: fits none of {keyword}", *nearest]
            elif fitting > 1 and keyword == "oneOf":
                found.append(f"{path}: fits {fitting} of oneOf")
        return found

    @staticmethod
    def number_errors(schema, value, path):
        if "minimum" in schema and value < schema["minimum"]:
            yield f"{path}: {value} is below {schema['minimum']}"
        if "maximum" in schema and value > schema["maximum"]:
            yield f"{path}: {value} is above {schema['maximum']}"

    def string_errors(self, schema, value, path):
        if len(value) < schema.get("minLength", 0):
            yield f"{path}: {shown(value)} is shorter than {schema['minLength']}"
        if len(value) > schema.get("maxLength", len(value)):
            yield f"{path}: {shown(value)} is longer than {schema['maxLength']}"
        if "pattern" in schema and not compiled(schema["pattern"]).search(value):
            yield f"{path}: {shown(value)} does not match {schema['pattern']}"
        if "contentSchema" in schema:
            try:
                content = json.loads(value)
            except ValueError:
                yield f"{path}: {shown(value)} is not JSON"
            else:
                yield from self.errors(schema["contentSchema"], content, path)

    def array_errors(self, schema, value, path):
        if len(value) < schema.get("minItems", 0):
            yield f"{path}: fewer than {schema['minItems']} items"
        if len(value) > schema.get("maxItems", len(value)):
            yield f"{path}: more than {schema['maxItems']} items"
        if "items" in schema:
            for i, item in enumerate(value):
                yield from self.errors(schema["items"], item, f"{path}[{i}]")

    def object_errors(self, schema, value, path):
        for name in schema.get("required", []):
            if name not in value:
                yield f"{path}: {name} is missing"
        for name, needed in schema.get("dependentRequired", {}).items():
            for other in needed if name in value else []:
                if other not in value:
                    yield f"{path}: {name} without {other}"
        known = schema.get("properties", {})
        for name in value:
            if name in known:
                yield from self.errors(known[name], value[name], f"{path}.{name}")
            elif schema.get("additionalProperties", True) is False:
                yield f"{path}: unexpected member {name}"
            else:
                yield from self.errors(schema.get("additionalProperties", True), value[name], f"{path}.{name}")
        if schema.get("unevaluatedProperties", True) is False:
            for name in value.keys() - self.evaluated(schema, value):
                yield f"{path}: unexpected member {name}"

    def evaluated(self, schema, value):
        """The members of an object that the schema, or one that it joins, says something about."""
        if isinstance(schema, bool):
            return set()
        names = set(schema.get("properties", {}))
        if "additionalProperties" in schema:
            names |= value.keys()
        if "$ref" in schema:
            names |= self.evaluated(self.resolve(schema["$ref"]), value)
        for part in schema.get("allOf", []):
            names |= self.evaluated(part, value)
        for part in schema.get("oneOf", []) + schema.get("anyOf", []):
            if self.valid(part, value):
                names |= self.evaluated(part, value)
        return names
