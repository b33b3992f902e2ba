/** The parts of an OpenAPI 3.1 document that are completed here; all others pass through. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; [kind: string]: Record<string, unknown> };
  [field: string]: unknown;
}

export interface Operation {
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { description?: string; content?: Record<string, MediaType> };
  responses: Record<string, ApiResponse>;
  security?: Record<string, string[]>[];
  "x-required-role"?: string;
  "x-problem-codes"?: string[];
  /** The protocol of the operation's errors, if they are not problem details. */
  "x-error-form"?: string;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  example?: unknown;
  schema?: JsonSchema;
}

export interface MediaType {
  schema?: JsonSchema;
  example?: unknown;
  examples?: Record<string, unknown>;
}

export interface ApiResponse {
  $ref?: string;
  description?: string;
  content?: Record<string, MediaType>;
  headers?: Record<string, { description?: string; schema?: JsonSchema }>;
}

/** The inspected part of a schema. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  example?: unknown;
  default?: unknown;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  pattern?: string;
  minItems?: number;
  minLength?: number;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  allOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

/** Returns the component name of a reference. */
export function componentName(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}

/** Returns every operation of the document. */
export function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.values(document.paths).flatMap((methods) => Object.values(methods));
}

/** Returns the request and response bodies of an operation, by media type. */
export function bodiesOf({ requestBody, responses }: Operation): [type: string, MediaType][] {
  const contents = [
    requestBody?.content,
    ...Object.values(responses).map(({ content }) => content),
  ];
  return contents.flatMap((content) => Object.entries(content ?? {}));
}
