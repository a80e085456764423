"""Makes requests from schemas: values that fit a schema, and values that do not. All of it from one random.Random, so that a
seed repeats it."""
import json
import re._parser as regular

ODD_TEXTS = ["", " ", "x", "null", "true", "0", "-1", "a1b2", "standard", "\u00e9" * 30, "\U0001f600" * 20, "\u202etxet", "\ufeffbom",
             "a\u0000b", "line\nbreak", "tab\t", "\u0085", "\u200b", "\uffff", "x" * 200, "x" * 5000, "'; --", "<script>",
             "../../etc/passwd", "%s%n", "{\"a\":1}", "\u0430\u0301" * 12, "w/" * 40, "9" * 40]
ODD_NUMBERS = [0, 1, -1, 2, 7, 61, 62, 255, 256, 10001, 65535, 65536, 2**31 - 1, 2**31, -2**31 - 1, 2**63 - 1, 2**63, -2**63, 10**30,
               0.5, -0.5, 1.0, 1e300, 1e-300]
ODD_BODIES = [b"", b" ", b"{", b"}", b"null", b"[]", b"0", b'""', b"{}{}", b"{} x", b'{"a":}', b"{'a':1}", b'{"a":1,}', b"\xef\xbb\xbf{}", b"\xff\xfe{}",
              b'{"\xc0\x80":1}', b'{"text":"\xed\xa0\x80"}', b'{"text":"\\ud800"}', b'{"text":"\\u0000"}', b'{"ply":1e999}', b'{"ply":NaN}',
              b'{"ply":-0}', b'{"ply":01}', b'{"ply":1,"ply":1}', b"[" * 5000, b'{"a":' * 2000, b"\x00" * 50, b'{"game":1e400}',
              b'{"text":"' + b"x" * 16_300 + b'"}', b"<xml/>", b"ply=1&move=a1b2"]


class CannotMake(Exception):
    """No fitting value was found."""


class Generator:
    def __init__(self, random, validator):
        self.random, self.validator = random, validator

    # values that fit

    def value(self, schema):
        """A value that fits the schema."""
        for _ in range(60):
            made = self.guess(schema)
            if self.validator.valid(schema, made):
                return made
        raise CannotMake(json.dumps(schema)[:200])

    def guess(self, schema):
        """A value that probably fits."""
        schema = self.joined(schema)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.random.choice(schema["enum"])
        if schema.get("examples") and self.random.random() < 0.7:
            return self.random.choice(schema["examples"])
        types = schema.get("type", "object" if "properties" in schema else "string")
        kind = self.random.choice([types] if isinstance(types, str) else types)
        return getattr(self, "guess_" + kind)(schema)

    def joined(self, schema):
        """The schema with what it refers to, and one branch of each choice, in one."""
        out = {}
        parts = [{name: part for name, part in schema.items() if name not in ("$ref", "allOf", "oneOf", "anyOf")}]
        if "$ref" in schema:
            parts.append(self.joined(self.validator.resolve(schema["$ref"])))
        parts += [self.joined(part) for part in schema.get("allOf", [])]
        parts += [self.joined(self.random.choice(schema[word])) for word in ("oneOf", "anyOf") if word in schema]
        for part in parts:
            for name, what in part.items():
                if name == "properties":
                    out[name] = {**out.get(name, {}), **what}
                elif name == "required":
                    out[name] = out.get(name, []) + what
                else:
                    out.setdefault(name, what)
        return out

    def guess_null(self, schema):
        return None

    def guess_boolean(self, schema):
        return self.random.random() < 0.5

    def guess_integer(self, schema):
        low, high = schema.get("minimum", 0), schema.get("maximum", 10**6)
        return self.random.choice([low, high, self.random.randint(low, high), min(high, low + self.random.randint(0, 20))])

    def guess_number(self, schema):
        low, high = schema.get("minimum", 0), schema.get("maximum", 10**6)
        return self.random.choice([low, round(self.random.uniform(low, high), 3), self.guess_integer({"minimum": int(low), "maximum": int(high)})])

    def guess_string(self, schema):
        low, high = schema.get("minLength", 0), schema.get("maxLength", 30)
        if "pattern" in schema and self.random.random() < 0.8:
            return self.from_pattern(regular.parse(schema["pattern"]), min(high, 12))
        if self.random.random() < 0.3:
            return self.random.choice([text for text in ODD_TEXTS if "\u0000" not in text])
        length = self.random.choice([low, high, self.random.randint(low, high)])
        return "".join(self.random.choice("abcXYZ019 -_.,/\u00e4\u6f22\U0001f600") for _ in range(length))

    def guess_array(self, schema):
        low = schema.get("minItems", 0)
        count = self.random.randint(low, min(schema.get("maxItems", low + 3), low + 3))
        return [self.guess(schema.get("items", {"type": "string"})) for _ in range(count)]

    def guess_object(self, schema):
        required = schema.get("required", [])
        names = [name for name in schema.get("properties", {}) if name in required or self.random.random() < 0.25]
        return {name: self.guess(schema["properties"][name]) for name in names}

    def from_pattern(self, parsed, most):
        """A text that a pattern matches, of the kinds of patterns in the description."""
        out = ""
        for kind, what in parsed:
            name = str(kind)
            if name == "LITERAL":
                out += chr(what)
            elif name == "IN":
                out += self.from_class(what)
            elif name == "ANY":
                out += "x"
            elif name == "MAX_REPEAT":
                low, high, inner = what
                for _ in range(self.random.randint(low, max(low, min(int(high), most)))):
                    out += self.from_pattern(inner, most)
            elif name == "SUBPATTERN":
                out += self.from_pattern(what[3], most)
            elif name == "BRANCH":
                out += self.from_pattern(self.random.choice(what[1]), most)
            elif name == "NOT_LITERAL":
                out += "x" if what != ord("x") else "y"
            elif name != "AT":
                raise CannotMake(f"pattern with {name}")
        return out

    def from_class(self, parts):
        """A character of a class."""
        if str(parts[0][0]) == "NEGATE":
            return self.random.choice("abcXYZ 019-\u00e4\u6f22\U0001f600\u00a0~")
        kind, what = self.random.choice(parts)
        return chr(what) if str(kind) == "LITERAL" else chr(self.random.randint(*what))

    # values that do not fit

    def spoiled(self, schema, value):
        """A value near to this one that the schema refuses."""
        for _ in range(100):
            made = self.mutate(json.loads(json.dumps(value)), self.limits(schema))
            if not self.validator.valid(schema, made):
                return made
        raise CannotMake(json.dumps(schema)[:200])

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

    def mutate(self, value, limits):
        """Changes one thing somewhere in a value."""
        if isinstance(value, (dict, list)) and value and self.random.random() < 0.7:
            place = self.random.choice(list(value) if isinstance(value, dict) else range(len(value)))
            what = self.random.random()
            if what < 0.2 and isinstance(value, dict):
                del value[place]
            elif what < 0.35 and isinstance(value, dict):
                value[self.random.choice(["x", "Ply", "__proto__", "", "id", "key", "\u00e4", "name" * 20])] = self.odd(limits)
            else:
                value[place] = self.mutate(value[place], limits)
            return value
        return self.odd(limits)

    def odd(self, limits):
        kind = self.random.randrange(6)
        if kind == 0:
            return self.random.choice([None, True, False, [], {}, [[]], {"a": {}}, [1], ["a1b2"] * 3])
        if kind == 1:
            return self.random.choice(ODD_NUMBERS)
        if kind in (2, 3) and limits:
            return self.random.choice(limits)
        return self.random.choice(ODD_TEXTS)

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
