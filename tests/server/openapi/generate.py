"""Makes requests from schemas with Hypothesis: values that fit a schema, and values that do not. Which ones depends on the seed
and on what is asked for, in which order; nothing is kept in a database.

A server is no function of one value, so that Hypothesis cannot drive the whole test; it makes the values, a few at a time."""
import datetime
import itertools
import json
import math
import pathlib
import re
import tempfile
import unicodedata

import hypothesis
from hypothesis import strategies

from openapi.json_schema import compiled

BATCH = 12  # values that one run makes
SETTINGS = hypothesis.settings(max_examples=BATCH, database=None, deadline=None, phases=[hypothesis.Phase.generate],
                               suppress_health_check=hypothesis.HealthCheck.all())
# Its table of characters; otherwise it would be kept where the test runs.
hypothesis.configuration.set_hypothesis_home_dir(pathlib.Path(tempfile.gettempdir()) / "paua-hypothesis")
ODD_TEXTS = ["", " ", "x", "null", "true", "0", "-1", "a1b2", "standard", "\u00e9" * 30, "\U0001f600" * 20, "\u202etxet", "\ufeffbom",
             "a\u0000b", "line\nbreak", "tab\t", "\u0085", "\u200b", "\uffff", "x" * 200, "x" * 5000, "'; --", "<script>",
             "../../etc/passwd", "%s%n", "{\"a\":1}", "\u0430\u0301" * 12, "w/" * 40, "9" * 40]
ODD_NUMBERS = [0, 1, -1, 2, 7, 61, 62, 255, 256, 10001, 65535, 65536, 2**31 - 1, 2**31, -2**31 - 1, 2**63 - 1, 2**63, -2**63, 10**30,
               0.5, -0.5, 1.0, 1e300, 1e-300]
ODD_BODIES = [b"", b" ", b"{", b"}", b"null", b"[]", b"0", b'""', b"{}{}", b"{} x", b'{"a":}', b"{'a':1}", b'{"a":1,}', b"\xef\xbb\xbf{}", b"\xff\xfe{}",
              b'{"\xc0\x80":1}', b'{"text":"\xed\xa0\x80"}', b'{"text":"\\ud800"}', b'{"text":"\\u0000"}', b'{"ply":1e999}', b'{"ply":NaN}',
              b'{"ply":-0}', b'{"ply":01}', b'{"ply":1,"ply":1}', b"[" * 5000, b'{"a":' * 2000, b"\x00" * 50, b'{"game":1e400}',
              b'{"text":"' + b"x" * 16_300 + b'"}', b"<xml/>", b"ply=1&move=a1b2"]


ODD_NAMES = ["x", "Ply", "__proto__", "", "id", "key", "\u00e4", "name" * 20]
ODD_VALUES = [None, True, False, [], {}, [[]], {"a": {}}, [1], ["a1b2"] * 3]
CHARACTERS = strategies.sampled_from("abcXYZ019 -_.,/\u00e4\u6f22\U0001f600")
DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
# What may fit a schema: that a text has no invisible character is said in words alone.
TEXTS = [text for text in ODD_TEXTS if not any(unicodedata.category(character) == "Cf" or character == "\u0000" for character in text)]


def may_be_meant(text):
    """False for the date of no day, such as April 31: a pattern does not say how long a month is."""
    if not DATE.fullmatch(text):
        return True
    try:
        datetime.datetime.fromisoformat(text.removesuffix("Z"))
    except ValueError:
        return False
    return True


class CannotMake(Exception):
    """No fitting value was found."""


class Generator:
    def __init__(self, random, validator):
        self.random, self.validator = random, validator
        self.kept = {}  # schema, what is made of it -> an endless row of values

    def made(self, strategy, name, schema):
        """The next value that a strategy makes of a schema."""
        key = name, json.dumps(schema)
        if key not in self.kept:
            self.kept[key] = self.values(strategy(schema))
        try:
            return json.loads(json.dumps(next(self.kept[key])))  # the caller may change it
        except hypothesis.errors.Unsatisfiable as error:
            del self.kept[key]
            raise CannotMake(key[1][:200]) from error

    def values(self, strategy):
        while True:
            found = []

            @hypothesis.seed(self.random.getrandbits(32))
            @SETTINGS
            @hypothesis.given(strategy)
            def keep(value):
                found.append(value)

            keep()
            self.random.shuffle(found)  # the simplest comes first
            yield from found

    # values that fit

    def value(self, schema):
        """A value that fits the schema."""
        return self.made(self.fitting, "fits", schema)

    def fitting(self, schema):
        """A strategy for what fits a schema."""
        kinds = [self.of_plain(plain) for plain in self.branches(schema)]
        return strategies.one_of(kinds).filter(lambda value: self.validator.valid(schema, value))

    def branches(self, schema):
        """The schema as schemas without references and choices: one for each way through its choices."""
        choices = [[{name: part for name, part in schema.items() if name not in ("$ref", "allOf", "oneOf", "anyOf")}]]
        if "$ref" in schema:
            choices.append(self.branches(self.validator.resolve(schema["$ref"])))
        choices += [self.branches(part) for part in schema.get("allOf", [])]
        choices += [[way for part in schema[word] for way in self.branches(part)] for word in ("oneOf", "anyOf") if word in schema]
        return [joined(parts) for parts in itertools.product(*choices)]

    def of_plain(self, schema):
        if "const" in schema:
            return strategies.just(schema["const"])
        if "enum" in schema:
            return strategies.sampled_from(schema["enum"])
        types = schema.get("type", "object" if "properties" in schema else "string")
        kinds = [getattr(self, "of_" + kind)(schema) for kind in ([types] if isinstance(types, str) else types)]
        if schema.get("examples"):
            kinds += [strategies.sampled_from(schema["examples"])] * (2 * len(kinds))
        return strategies.one_of(kinds)

    def of_null(self, schema):
        return strategies.none()

    def of_boolean(self, schema):
        return strategies.booleans()

    def of_integer(self, schema):
        low, high = schema.get("minimum", 0), schema.get("maximum", 10**6)
        return strategies.sampled_from([low, high]) | strategies.integers(low, high)

    def of_number(self, schema):
        low, high = schema.get("minimum", 0), schema.get("maximum", 10**6)
        return strategies.integers(math.ceil(low), math.floor(high)) | strategies.floats(low, high)

    def of_string(self, schema):
        low, high = schema.get("minLength", 0), schema.get("maxLength", 30)
        texts = strategies.text(CHARACTERS, min_size=low, max_size=high) | strategies.text(CHARACTERS, min_size=high, max_size=high)
        texts |= strategies.sampled_from(TEXTS)
        if "pattern" in schema:
            matching = strategies.from_regex(compiled(schema["pattern"])).filter(may_be_meant)
            return strategies.one_of(matching, matching, matching, texts)
        return texts

    def of_array(self, schema):
        low = schema.get("minItems", 0)
        return strategies.lists(strategies.deferred(lambda: self.guess(schema.get("items", {"type": "string"}))), min_size=low,
                                max_size=min(schema.get("maxItems", low + 3), low + 3))

    def of_object(self, schema):
        parts = {name: strategies.deferred(lambda part=part: self.guess(part)) for name, part in schema.get("properties", {}).items()}
        needed = {name: parts[name] for name in schema.get("required", []) if name in parts}
        return strategies.fixed_dictionaries(needed, optional={name: part for name, part in parts.items() if name not in needed})

    def guess(self, schema):
        """A strategy for what probably fits; the whole is checked."""
        return strategies.one_of([self.of_plain(plain) for plain in self.branches(schema)])

    # values that do not fit

    def spoiled(self, schema):
        """A value near to one that fits, which the schema refuses."""
        return self.made(self.spoiling, "spoiled", schema)

    def spoiling(self, schema):
        odd = strategies.sampled_from(ODD_VALUES) | strategies.sampled_from(ODD_NUMBERS) | strategies.sampled_from(ODD_TEXTS)
        if limits := self.limits(schema):
            odd |= strategies.sampled_from(limits)

        @strategies.composite
        def changed(draw):
            """A fitting value in which one thing is changed, added or missing."""
            value = json.loads(json.dumps(draw(fitting)))
            place = draw(strategies.sampled_from([None, *places_of(value)]))
            if place is None:
                return draw(odd)
            inside, name = place
            change = draw(strategies.sampled_from(["set", "set", "set", "remove", "add"]))
            if change == "set" or isinstance(inside, list):
                inside[name] = draw(odd)
            elif change == "remove":
                del inside[name]
            else:
                inside[draw(strategies.sampled_from(ODD_NAMES))] = draw(odd)
            return value

        fitting = self.fitting(schema)
        return changed().filter(lambda value: not self.validator.valid(schema, value))

    def limits(self, schema, seen=()):
        """The numbers just outside of what the schema, or a part of it, allows."""
        found = []
        if isinstance(schema, dict):
            found += [schema["minimum"] - 1] if "minimum" in schema else []
            found += [schema["maximum"] + 1] if "maximum" in schema else []
            if "$ref" in schema and schema["$ref"] not in seen:
                found += self.limits(self.validator.resolve(schema["$ref"]), (*seen, schema["$ref"]))
        for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else []:
            found += self.limits(part, seen)
        return found

    def raw_body(self):
        """Bytes that are no body of any call."""
        if self.random.random() < 0.3:
            return self.random.randbytes(self.random.choice([1, 10, 100, 1000, 16_000]))
        return self.random.choice(ODD_BODIES)

    # parameters

    def parameter(self, schema):
        """A text for a parameter that fits."""
        return str(self.value(schema))

    def odd_parameter(self):
        return self.random.choice([*ODD_TEXTS, "1.0", "+1", "1e3", "0x10", " 1", "99999999999", "-1", "1201", "15", "2"])


def joined(parts):
    """Schemas that all hold, in one; of a keyword that two have the first one's counts, and the whole is checked."""
    out = {}
    for part in parts:
        for name, what in part.items():
            if name == "properties":
                out[name] = {**out.get(name, {}), **what}
            elif name == "required":
                out[name] = out.get(name, []) + what
            else:
                out.setdefault(name, what)
    return out


def places_of(value):
    """Where something stands in a value: an object or array, and a name or index in it."""
    for name in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, name
        yield from places_of(value[name])
