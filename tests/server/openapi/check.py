"""Checks that a document is an OpenAPI 3.1 description: its structure by the tables of the specification, its
references, paths, parameters and schemas. Also how docs/openapi.json is written:

    python3 -m openapi.check FILE ...      prints what is wrong
    python3 -m openapi.check --write FILE  writes it in its form: two blanks, what fits on a line on one line"""
import json
import pathlib
import re
import sys

from jsonschema.exceptions import RefResolutionError

from openapi.json_schema import Validator, compiled

COLUMNS = 120
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
STREAMS = ("application/x-ndjson", "text/event-stream")

# The objects of the specification: field -> what it holds; "!" marks required fields. What it holds is a text, a flag, any
# value, another object, {} of objects, [] of objects; "|" allows a Reference Object to components/..., too. structure()
# makes a JSON Schema of it.
OBJECTS = {
    "OpenAPI": {"openapi!": "text", "info!": "Info", "servers": "[]Server", "tags": "[]Tag", "paths!": "{}Path",
                "components": "Components", "security": "[]Security"},
    "Info": {"title!": "text", "summary": "text", "description": "text", "version!": "text", "license": "License"},
    "License": {"name!": "text", "identifier": "text", "url": "text"},
    "Server": {"url!": "text", "description": "text"},
    "Tag": {"name!": "text", "description": "text"},
    "Path": {"parameters": "[]Parameter|parameters", **{method: "Operation" for method in METHODS}},
    "Operation": {"operationId!": "text", "tags": "[]text", "summary!": "text", "description": "text", "deprecated": "flag",
                  "parameters": "[]Parameter|parameters", "requestBody": "Body|requestBodies", "security": "[]Security",
                  "responses!": "{}Response|responses"},
    "Parameter": {"name!": "text", "in!": "text", "description": "text", "required": "flag", "deprecated": "flag", "schema!": "Schema"},
    "Body": {"description": "text", "required": "flag", "content!": "{}Media"},
    "Media": {"schema": "Schema", "example": "any", "x-itemSchema": "Schema"},
    "Response": {"description!": "text", "headers": "{}Header|headers", "content": "{}Media"},
    "Header": {"description": "text", "required": "flag", "schema!": "Schema"},
    "Components": {"schemas": "{}Schema", "responses": "{}Response|responses", "parameters": "{}Parameter|parameters",
                   "requestBodies": "{}Body", "headers": "{}Header|headers", "securitySchemes": "{}Scheme"},
    "Scheme": {"type!": "text", "description": "text", "scheme": "text", "bearerFormat": "text", "in": "text", "name": "text"},
}


NAMES = {"type": "array", "uniqueItems": True, "items": {"type": "string"}}
COUNT = {"type": "integer", "minimum": 0}
TYPE = {"enum": ["null", "boolean", "integer", "number", "string", "array", "object"]}
SCHEMA = {"$ref": "#/$defs/Schema"}
BRANCHES = {"type": "array", "minItems": 1, "items": SCHEMA}
ANNOTATIONS = {"title": {"type": "string"}, "description": {"type": "string"}, "examples": {"type": "array"}, "default": True,
               "format": {"type": "string"}, "contentMediaType": {"type": "string"}}
# A schema has no other keywords, so that nothing that it says goes unchecked.
KEYWORDS = {**ANNOTATIONS, "$ref": {"type": "string", "pattern": "^#/components/schemas/"},
            "type": {"anyOf": [TYPE, {"type": "array", "items": TYPE}]}, "enum": {"type": "array", "minItems": 1, "uniqueItems": True}, "const": True,
            "oneOf": BRANCHES, "anyOf": BRANCHES, "allOf": BRANCHES, "properties": {"type": "object", "additionalProperties": SCHEMA},
            "required": NAMES, "dependentRequired": {"type": "object", "additionalProperties": NAMES},
            "additionalProperties": SCHEMA, "unevaluatedProperties": SCHEMA, "items": SCHEMA, "contentSchema": SCHEMA,
            "minItems": COUNT, "maxItems": COUNT, "minLength": COUNT, "maxLength": COUNT,
            "minimum": {"type": "number"}, "maximum": {"type": "number"}, "pattern": {"type": "string"}}
LIMITS = (("minimum", "maximum"), ("minLength", "maxLength"), ("minItems", "maxItems"))


def structure(schemes):
    """The JSON Schema of a description that has these security schemes."""
    def holds(kind):
        kind, _, component = kind.partition("|")
        if kind[:2] in ("{}", "[]"):
            inner = holds(kind[2:] + (f"|{component}" if component else ""))
            return {"type": "object", "additionalProperties": inner} if kind[0] == "{" else {"type": "array", "items": inner}
        plain = {"text": {"type": "string", "minLength": 1}, "flag": {"type": "boolean"}, "any": True}.get(kind, {"$ref": f"#/$defs/{kind}"})
        if not component:
            return plain
        reference = {"properties": {"$ref": {"type": "string", "pattern": f"^#/components/{component}/"}}, "additionalProperties": False}
        return {"if": {"required": ["$ref"]}, "then": reference, "else": plain}

    known = {name: {"type": "object", "required": [field[:-1] for field in fields if field.endswith("!")], "additionalProperties": False,
                    "properties": {field.rstrip("!"): holds(kind) for field, kind in fields.items()}} for name, fields in OBJECTS.items()}
    for part in known["Components"]["properties"].values():
        part["propertyNames"] = {"pattern": "^[A-Za-z0-9._-]+$"}
    known["Media"]["not"] = {"required": ["schema", "x-itemSchema"]}
    known["Security"] = {"type": "object", "propertyNames": {"enum": schemes}, "additionalProperties": {"type": "array"}}
    known["Schema"] = {"type": ["object", "boolean"], "properties": KEYWORDS, "additionalProperties": False}
    return {"$ref": "#/$defs/OpenAPI", "$defs": known}


def nested(schema):
    """The schemas right inside a schema, by their places."""
    for name, part in schema.get("properties", {}).items():
        yield f"properties/{name}", part
    for keyword in ("items", "additionalProperties", "unevaluatedProperties", "contentSchema"):
        if keyword in schema:
            yield keyword, schema[keyword]
    for keyword in ("oneOf", "anyOf", "allOf"):
        for i, part in enumerate(schema.get(keyword, [])):
            yield f"{keyword}/{i}", part


def written(value, indent=0, before=0):
    """The document as text: an object or array that fits on its line stays on it."""
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or not value or indent + before + len(flat) + 1 <= COLUMNS:
        return flat + ("\n" if indent == before == 0 else "")
    inner = indent + 2
    if isinstance(value, dict):
        names = [json.dumps(name, ensure_ascii=False) + ": " for name in value]
        parts = [name + written(part, inner, len(name)) for name, part in zip(names, value.values())]
    elif all(not isinstance(part, (dict, list)) for part in value):
        parts = filled([json.dumps(part, ensure_ascii=False) for part in value], COLUMNS - inner)
    else:
        parts = [written(part, inner, 1) for part in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    text = opening + "\n" + ",\n".join(" " * inner + part for part in parts) + "\n" + " " * indent + closing
    return text + ("\n" if indent == before == 0 else "")


def filled(words, width):
    """Words on as few lines as they need."""
    lines = [words[0]]
    for word in words[1:]:
        if len(lines[-1]) + 2 + len(word) + 1 <= width:
            lines[-1] += ", " + word
        else:
            lines.append(word)
    return lines


class Check:
    """One pass over a document, which collects what is wrong with it."""

    def __init__(self, document):
        self.document = document
        self.validator = Validator(document)
        self.problems = []
        self.references = set()

    def fault(self, place, what):
        self.problems.append(f"{place}: {what}")

    def run(self):
        components = self.document.get("components") if isinstance(self.document, dict) else None
        schemes = components.get("securitySchemes") if isinstance(components, dict) else None
        whole = structure(list(schemes) if isinstance(schemes, dict) else [])
        self.problems += Validator(whole).errors(whole, self.document, "#")
        if not self.problems:  # what follows relies on the structure
            if not re.fullmatch(r"3\.1\.\d+", self.document["openapi"]):
                self.fault("#/openapi", "expected 3.1.x")
            self.visit(self.document, "#")
        if not self.problems:
            self.check_paths()
            self.check_unused()
        return self.problems

    # references and schemas

    def visit(self, value, place):
        """Finds the schemas, and the references outside of them."""
        if isinstance(value, dict) and isinstance(value.get("$ref"), str):
            self.check_reference(value["$ref"], place)
        for name, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
            if name in ("schema", "x-itemSchema") or place == "#/components/schemas":
                self.check_schema(part, f"{place}/{name}")
            else:
                self.visit(part, f"{place}/{name}")

    def check_reference(self, reference, place):
        self.references.add(reference)
        try:
            self.validator.resolve(reference)
        except RefResolutionError as error:
            self.fault(place, error)

    def check_schema(self, schema, place):
        if isinstance(schema, bool):
            return
        if "$ref" in schema:
            self.check_reference(schema["$ref"], place)
        for problem in self.schema_problems(schema):
            self.fault(place, problem)
        for keyword, part in nested(schema):
            self.check_schema(part, f"{place}/{keyword}")

    @staticmethod
    def schema_problems(schema):
        for low, high in LIMITS:
            if schema.get(low, 0) > schema.get(high, float("inf")):
                yield f"{low} is above {high}"
        if schema.get("additionalProperties") is False and (missing := set(schema.get("required", [])) - schema.get("properties", {}).keys()):
            yield f"required {sorted(missing)} are no properties"
        if "pattern" in schema:
            try:
                compiled(schema["pattern"])
            except re.error as error:
                yield f"pattern: {error}"
        if not schema.keys() - ANNOTATIONS.keys() - {"examples"} and schema.keys() - {"description"}:
            yield "says nothing"

    def check_examples(self, schema, place):
        """Examples and defaults are valid, here and inside."""
        if isinstance(schema, bool):
            return
        for value in [*schema.get("examples", []), *([schema["default"]] if "default" in schema else [])]:
            for error in self.validator.errors(schema, value):
                self.fault(place, f"example or default: {error}")
        for keyword, part in nested(schema):
            self.check_examples(part, f"{place}/{keyword}")

    # what holds between the parts

    def deref(self, value):
        return self.validator.resolve(value["$ref"]) if "$ref" in value else value

    def check_paths(self):
        seen, ids = {}, set()
        tags = {tag["name"] for tag in self.document.get("tags", [])}
        for path, item in self.document["paths"].items():
            place = f"#/paths/{path}"
            plain = re.sub(r"\{[^{}]*\}", "{}", path)
            if not path.startswith("/") or re.search(r"[{}]", plain.replace("{}", "")):
                self.fault(place, "malformed path")
            if plain in seen:
                self.fault(place, f"the same as {seen[plain]}")
            seen[plain] = path
            for method in METHODS:
                if method in item:
                    self.check_operation(path, item, item[method], f"{place}/{method}", tags, ids)
        for name, schema in self.document.get("components", {}).get("schemas", {}).items():
            self.check_examples(schema, f"#/components/schemas/{name}")

    def check_operation(self, path, item, operation, place, tags, ids):
        if operation["operationId"] in ids:
            self.fault(place, f"operationId {operation['operationId']} is not the only one")
        ids.add(operation["operationId"])
        if unknown := set(operation.get("tags", [])) - tags:
            self.fault(place, f"unknown tags {unknown}")
        parameters = [self.deref(one) for one in item.get("parameters", []) + operation.get("parameters", [])]
        names = [(one["in"], one["name"].lower()) for one in parameters]
        if len(set(names)) < len(names):
            self.fault(place, "a parameter is there twice")
        for one in parameters:
            if one["in"] not in ("path", "query", "header", "cookie"):
                self.fault(place, f"parameter {one['name']} in {one['in']}")
            if one["in"] == "path" and one.get("required") is not True:
                self.fault(place, f"parameter {one['name']} of a path is required")
            if one["in"] == "header" and one["name"].lower() in ("accept", "content-type", "authorization"):
                self.fault(place, f"header {one['name']} is ignored as a parameter")
            self.check_examples(one["schema"], place)
        if {name for where, name in names if where == "path"} != {name.lower() for name in re.findall(r"\{([^{}]*)\}", path)}:
            self.fault(place, "the parameters of the path are not those of its template")
        self.check_responses(operation["responses"], place)

    def check_responses(self, responses, place):
        if not responses:
            self.fault(place, "no responses")
        for status, response in responses.items():
            if not re.fullmatch(r"[1-5]\d\d", status):
                self.fault(place, f"{status} is not a status")
            response = self.deref(response)
            for media, content in response.get("content", {}).items():
                if not re.fullmatch(r"[\w.+-]+/[\w.+-]+(; [\w-]+=[\w.-]+)*", media):
                    self.fault(place, f"{media} is not a media type")
                if ("x-itemSchema" in content) != (media in STREAMS):
                    self.fault(place, f"{media}: expected {'x-itemSchema' if media in STREAMS else 'schema'}")
            if "content-type" in map(str.lower, response.get("headers", {})):
                self.fault(place, f"{status}: the header Content-Type is ignored")

    def check_unused(self):
        """Every component is used; MethodNotAllowed is what every path answers to other methods."""
        for section, parts in self.document.get("components", {}).items():
            for name in parts if section != "securitySchemes" else ():
                if f"#/components/{section}/{name}" not in self.references and name != "MethodNotAllowed":
                    self.fault(f"#/components/{section}/{name}", "is not used")


def problems_of(document):
    """What is wrong with a description: texts that begin with the place."""
    return Check(document).run()


def main(arguments):
    write = arguments[:1] == ["--write"]
    code = 0
    for name in arguments[write:]:
        path = pathlib.Path(name)
        document = json.loads(path.read_text(encoding="utf-8"))
        for problem in problems_of(document):
            print(f"{name}: {problem}", file=sys.stderr)
            code = 1
        if write:
            path.write_text(written(document), encoding="utf-8")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
