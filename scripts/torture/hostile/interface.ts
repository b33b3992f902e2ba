import { Ajv2020 } from "ajv/dist/2020.js";
import { type Answer, type Sent } from "./send.ts";

interface Media {
  schema?: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  example?: unknown;
  schema: { type?: string; enum?: unknown[] };
}

/** A method of a path, as the OpenAPI document describes it. */
export interface Operation {
  method: string;
  template: string;
  parameters: Parameter[];
  bodies: Record<string, Media>;
  responses: Record<string, { $ref?: string; content?: Record<string, Media> }>;
}

interface Described {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Operation["responses"];
}

/** Documented 5xx codes that no input may cause on a working service. */
const OWN_FAULTS = new Set(["internal_error", "storage_unavailable", "starting", "not_configured"]);

/** The media types of errors outside operations: pages, and TAXII's own format. */
const OTHER_FORMS = new Set(["text/html", "application/taxii+json"]);

/** The interface of a service by its OpenAPI document. */
export class Interface {
  readonly operations: Operation[];
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
  readonly #document: {
    components: { responses: Record<string, { content: Record<string, Media> }> };
  };

  constructor(document: object) {
    const { paths } = document as { paths: Record<string, Record<string, Described>> };
    this.#document = document as never;
    this.#ajv.addSchema(document, "api");
    this.operations = Object.entries(paths).flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, described]) => ({
        method: method.toUpperCase(),
        template,
        parameters: described.parameters ?? [],
        bodies: described.requestBody?.content ?? {},
        responses: described.responses,
      })),
    );
  }

  static async read(url: string): Promise<Interface> {
    return new Interface((await (await fetch(`${url}/openapi.json`)).json()) as object);
  }

  /** Returns the fault of a response, or null. */
  findFault(sent: Sent, { status, type, body }: Answer): string | null {
    if (sent.method === "HEAD") return status < 500 ? null : String(status);
    const media = type.split(";")[0]?.trim() ?? "";
    const isJson = /[/+]json$/.test(media);
    const value = isJson ? parse(body) : undefined;
    if (isJson && value === undefined) return `${status} with JSON that does not parse`;
    if (media === "application/problem+json") {
      const fault = faultOfProblem(status, value as Record<string, unknown>);
      if (fault !== null) return fault;
    } else if (status >= 400 && !OTHER_FORMS.has(media) && this.#find(sent) === undefined) {
      return `${status} without a problem: ${body.toString().slice(0, 100)}`;
    } else if (status >= 500) return `${status} ${body.toString().slice(0, 100)}`;
    return this.#faultOfDescription(sent, status, type, value);
  }

  #faultOfDescription(sent: Sent, status: number, type: string, value: unknown): string | null {
    const operation = this.#find(sent);
    if (operation === undefined) return null;
    const place = `${operation.method} ${operation.template}`;
    const listed = operation.responses[String(status)];
    if (listed === undefined) return `${place} answered ${status}, which is not documented`;
    const name = listed.$ref?.split("/").at(-1) ?? "";
    const content = listed.content ?? this.#document.components.responses[name]?.content ?? {};
    if (Object.keys(content).length === 0) return null;
    const media = Object.keys(content).find((one) => bare(one) === bare(type));
    if (media === undefined)
      return `${place} answered ${status} as ${type}, which is not documented`;
    const schema = content[media]?.schema;
    if (schema === undefined || value === undefined) return null;
    const at =
      listed.content === undefined
        ? ["components", "responses", name]
        : [
            "paths",
            operation.template,
            operation.method.toLowerCase(),
            "responses",
            String(status),
          ];
    const pointer = [...at, "content", media, "schema"].map(escapePointer).join("/");
    const validate = this.#ajv.getSchema(`api#/${pointer}`);
    if (validate === undefined) return `${place} has no schema at ${pointer}`;
    if (validate(value) === true) return null;
    const [error] = validate.errors ?? [];
    return `${place} answered ${status}, whose body does not fit: ${error?.instancePath} ${error?.message}`;
  }

  /** Returns the operation that matches a request. Literal path segments take precedence over parameters. */
  #find({ method, path }: Sent): Operation | undefined {
    const pathname = URL.parse(path, "http://localhost")?.pathname ?? path;
    return this.operations
      .filter((one) => one.method === method && patternOf(one.template).test(pathname))
      .sort((a, b) => a.template.split("{").length - b.template.split("{").length)[0];
  }
}

const patterns = new Map<string, RegExp>();
function patternOf(template: string): RegExp {
  const known = patterns.get(template);
  if (known !== undefined) return known;
  const source = template.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+");
  const made = new RegExp(`^${source}$`);
  patterns.set(template, made);
  return made;
}

/** Checks a problem: it needs the sent status, a code that is not a fault of ours, and a full sentence. */
function faultOfProblem(status: number, problem: Record<string, unknown>): string | null {
  const { code, detail, status: said } = problem;
  const text = `${status} ${String(code)}: ${String(detail)}`;
  if (said !== status) return `${text} (its body says ${String(said)})`;
  if (status >= 500 && OWN_FAULTS.has(String(code))) return text;
  // Its exact wording is promised to clients.
  if (code === "input_required") return null;
  if (typeof detail !== "string" || !/^\S[^]*[.!?]$/.test(detail)) return `${text} is no sentence`;
  return /\n\s+at |node_modules|SQLITE_/.test(detail) ? `${text} shows what is inside` : null;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return undefined;
  }
}

const bare = (type: string) => type.split(";")[0]?.trim().toLowerCase();
const escapePointer = (part: string) =>
  encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));
