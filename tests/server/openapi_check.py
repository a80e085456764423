"""Checks that a document is an OpenAPI 3.1 description: its structure by the tables of the specification, its
references, paths, parameters and schemas. Also how docs/openapi.json is written:

    python3 openapi_check.py FILE ...      prints what is wrong
    python3 openapi_check.py --write FILE  writes it in its form: two blanks, what fits on a line on one line"""
import json
import pathlib
import re
import sys

from json_schema import ANNOTATIONS, KEYWORDS, TYPES, BadSchema, Validator, compiled

COLUMNS = 120
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
STREAMS = ("application/x-ndjson", "text/event-stream")

# The objects of the specification: field -> what it holds; "!" marks required fields. What it holds is a text, a flag, any
# value, another object, {} of objects, [] of objects; "|" allows a Reference Object to components/..., too.
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
        if not isinstance(self.document, dict):
            return ["#: expected an object"]
        self.visit("OpenAPI", self.document, "#")
        if not self.problems:  # what follows relies on the structure
            if not re.fullmatch(r"3\.1\.\d+", self.document["openapi"]):
                self.fault("#/openapi", "expected 3.1.x")
            self.check_paths()
            self.check_unused()
        return self.problems

    # structure

    def visit(self, kind, value, place):
        """Checks a value against what its place holds."""
        kind, _, component = kind.partition("|")
        if component and isinstance(value, dict) and "$ref" in value:
            return self.visit_reference(value, component, place)
        if kind[:2] in ("{}", "[]"):
            return self.visit_many(kind, component, value, place)
        if kind in ("text", "flag"):
            if not isinstance(value, str if kind == "text" else bool) or value == "":
                self.fault(place, f"expected a {kind}")
        elif kind == "Schema":
            self.visit_schema(value, place)
        elif kind == "Security":
            self.visit_security(value, place)
        elif kind in OBJECTS:
            self.visit_object(kind, value, place)
        return None

    def visit_reference(self, value, component, place):
        self.references.add(value["$ref"])
        if value.keys() - {"$ref", "description", "summary"} or not str(value["$ref"]).startswith(f"#/components/{component}/"):
            return self.fault(place, f"expected a reference to components/{component}")
        try:
            self.validator.resolve(value["$ref"])
        except BadSchema as error:
            self.fault(place, error)
        return None

    def visit_many(self, kind, component, value, place):
        if not isinstance(value, dict if kind[0] == "{" else list):
            return self.fault(place, "expected " + ("an object" if kind[0] == "{" else "an array"))
        for name, part in value.items() if kind[0] == "{" else enumerate(value):
            if place.startswith("#/components/") and not re.fullmatch(r"[A-Za-z0-9._-]+", name):
                if place.count("/") == 2:
                    self.fault(place, f"{name!r} cannot name a component")
            self.visit(kind[2:] + (f"|{component}" if component else ""), part, f"{place}/{name}")
        return None

    def visit_object(self, kind, value, place):
        if not isinstance(value, dict):
            return self.fault(place, "expected an object")
        fields = {name.rstrip("!"): holds for name, holds in OBJECTS[kind].items()}
        for name in OBJECTS[kind]:
            if name.endswith("!") and name[:-1] not in value:
                self.fault(place, f"{name[:-1]} is missing")
        for name, part in value.items():
            if name not in fields:
                self.fault(place, f"{name} is not a field of {kind}")
            else:
                self.visit(fields[name], part, f"{place}/{name}")
        if kind == "Media" and "schema" in value and "x-itemSchema" in value:
            self.fault(place, "expected schema or x-itemSchema")
        return None

    def visit_security(self, value, place):
        schemes = self.document.get("components", {}).get("securitySchemes", {})
        if not isinstance(value, dict):
            return self.fault(place, "expected an object")
        for name, scopes in value.items():
            if name not in schemes or not isinstance(scopes, list):
                self.fault(place, f"{name} is not one of securitySchemes with a list of scopes")
        return None

    # schemas

    def visit_schema(self, schema, place):
        if isinstance(schema, bool):
            return
        if not isinstance(schema, dict):
            self.fault(place, "expected a schema")
            return
        if unknown := schema.keys() - KEYWORDS:
            self.fault(place, f"unknown keywords {sorted(unknown)}")
        try:
            for problem in self.schema_problems(schema):
                self.fault(place, problem)
        except (TypeError, AttributeError) as error:
            self.fault(place, f"malformed: {error}")
            return
        if "$ref" in schema:
            self.visit_reference({"$ref": schema["$ref"]}, "schemas", place)
        for name, part in schema.get("properties", {}).items():
            self.visit_schema(part, f"{place}/properties/{name}")
        for keyword in ("items", "additionalProperties", "unevaluatedProperties", "contentSchema"):
            if keyword in schema:
                self.visit_schema(schema[keyword], f"{place}/{keyword}")
        for keyword in ("oneOf", "anyOf", "allOf"):
            for i, part in enumerate(schema.get(keyword, [])):
                self.visit_schema(part, f"{place}/{keyword}/{i}")

    @staticmethod
    def schema_problems(schema):
        types = schema.get("type", [])
        for name in [types] if isinstance(types, str) else types:
            if name not in TYPES:
                yield f"type {name!r} is none"
        for low, high in (("minimum", "maximum"), ("minLength", "maxLength"), ("minItems", "maxItems")):
            if schema.get(low, 0) > schema.get(high, float("inf")):
                yield f"{low} is above {high}"
        if "enum" in schema and (not schema["enum"] or len({json.dumps(one) for one in schema["enum"]}) < len(schema["enum"])):
            yield "enum: expected different values"
        if schema.get("additionalProperties") is False:
            for name in schema.get("required", []):
                if name not in schema.get("properties", {}):
                    yield f"required {name} is no property"
        if len(set(schema.get("required", []))) < len(schema.get("required", [])):
            yield "required: expected different names"
        for keyword in ("oneOf", "anyOf", "allOf"):
            if keyword in schema and not schema[keyword]:
                yield f"{keyword}: expected schemas"
        if "pattern" in schema:
            try:
                compiled(schema["pattern"])
            except re.error as error:
                yield f"pattern: {error}"
        if not schema.keys() - ANNOTATIONS - {"examples"} and schema.keys() - {"description"}:
            yield "says nothing"

    def check_examples(self, schema, place):
        """Examples and defaults are valid."""
        for keyword in ("examples", "default"):
            for value in schema.get("examples", []) if keyword == "examples" else [schema["default"]] if keyword in schema else []:
                for error in self.validator.errors(schema, value):
                    self.fault(place, f"{keyword}: {error}")

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
            self.check_all_examples(schema, f"#/components/schemas/{name}")

    def check_all_examples(self, schema, place):
        if isinstance(schema, dict):
            self.check_examples(schema, place)
            parts = [*schema.get("properties", {}).values(), *(schema[word] for word in ("items", "additionalProperties") if word in schema),
                     *(part for word in ("oneOf", "anyOf", "allOf") for part in schema.get(word, []))]
            for part in parts:
                self.check_all_examples(part, place)

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
            self.check_all_examples(one["schema"], place)
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
