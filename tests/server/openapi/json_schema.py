"""JSON Schema 2020-12 by python3-jsonschema, stricter where the API is: a whole number has no fraction (1.0 isn't one), true
is not 1, $ in a pattern is the end of the text, and a text with a contentSchema is parsed and checked."""
import functools
import json
import re

from jsonschema import Draft202012Validator, RefResolver, validators
from jsonschema.exceptions import RefResolutionError, ValidationError, relevance


def same(one, other):
    """Equality of JSON values: true is not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


@functools.lru_cache(maxsize=None)
def compiled(pattern):
    """A pattern as JavaScript means it: $ is the end, not also before a newline at the end."""
    return re.compile(re.sub(r"(?<!\\)\$$", r"\\Z", pattern))


def check_pattern(validator, pattern, value, schema):
    if validator.is_type(value, "string") and not compiled(pattern).search(value):
        yield ValidationError(f"{value!r} does not match {pattern!r}")


def check_const(validator, const, value, schema):
    if not same(value, const):
        yield ValidationError(f"{const!r} was expected, got {value!r}")


def check_enum(validator, enum, value, schema):
    if not (isinstance(value, str) and value in enum or any(same(value, one) for one in enum)):
        yield ValidationError(f"{value!r} is not one of {enum!r}")


def check_content(validator, content_schema, value, schema):
    if validator.is_type(value, "string"):
        try:
            content = json.loads(value)
        except ValueError:
            yield ValidationError(f"{value!r} is not JSON")
        else:
            yield from validator.descend(content, content_schema)


class Resolver(RefResolver):
    """Finds references of the form #/... in one document; nothing is ever loaded."""

    def __init__(self, document):
        super().__init__("", document)
        self.known = {}

    def resolve(self, ref):
        if ref not in self.known:
            self.known[ref] = "", self.find(ref)
        return self.known[ref]

    def find(self, ref):
        found = self.referrer
        for word in ref.removeprefix("#/").split("/"):
            word = word.replace("~1", "/").replace("~0", "~")
            if not ref.startswith("#/") or not isinstance(found, dict) or word not in found:
                raise RefResolutionError(f"reference {ref!r} points to nothing")
            found = found[word]
        return found


Strict = validators.extend(
    Draft202012Validator, {"pattern": check_pattern, "const": check_const, "enum": check_enum, "contentSchema": check_content},
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: isinstance(value, int) and not isinstance(value, bool)))


def text_of(error, path):
    """An error with its place; of branches none of which fits, what the nearest one says."""
    text = f"{path}{error.json_path[1:]}: {error.message[:200]}"
    if not error.context:
        return text
    branches = {}
    for part in error.context:
        branches.setdefault(part.schema_path[0], []).append(part)
    nearest = min(branches.values(), key=lambda parts: max(map(relevance, parts)))
    return "\n    ".join([text, *(text_of(part, path) for part in nearest)])


class Validator:
    """Checks values against schemas of one document."""

    def __init__(self, document):
        self.resolver = Resolver(document)

    def resolve(self, reference):
        """What a reference points to."""
        return self.resolver.resolve(reference)[1]

    def errors(self, schema, value, path="$"):
        """What is wrong with the value: texts that begin with the place; empty if it is valid."""
        return [text_of(error, path) for error in Strict(schema, self.resolver).iter_errors(value)]

    def valid(self, schema, value):
        return Strict(schema, self.resolver).is_valid(value)
