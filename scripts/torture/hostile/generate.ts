import { pick, type Random } from "../../../test/support/node/fuzz/mutate.ts";
import { seededRandom } from "../../../test/support/random.ts";
import type { Interface, Operation, Parameter } from "./interface.ts";
import { makeBody } from "./odd-bodies.ts";
import { ODD_ENCODED, ODD_HEADERS, ODD_TEXTS } from "./odd-values.ts";
import type { Sent } from "./send.ts";
import { idKey, type StoredIds } from "./stored-ids.ts";

/** The probability of each of these. */
const ODD_ID = 0.25;
const GIVEN_QUERY = 0.2;
const ODD_QUERY = 0.5;
const REPEATED = 0.08;
const UNKNOWN_QUERY = 0.05;
const ODD_HEADER = 0.2;
const WITHOUT_BODY = 0.05;

/**
 * Returns the request of a number. The same seed, number and document produce the same request, except for the
 * ids of stored data.
 */
export function makeRequest(
  described: Interface,
  ids: StoredIds,
  seed: number,
  number: number,
): Sent {
  const random = seededRandom(seed * 1_000_003 + number);
  const operation = pick(random, described.operations);
  const { method, template } = operation;
  const path = fillPath(operation, ids, random) + makeQuery(operation, random);
  const headers = {
    ...givenHeaders(operation, random),
    ...(random() < ODD_HEADER && pick(random, ODD_HEADERS)),
  };
  const name = `seed ${seed}, request ${number}: ${method} ${template}`;
  const types = Object.keys(operation.bodies);
  if (types.length === 0 || random() < WITHOUT_BODY) return { name, method, path, headers };
  const type = pick(random, types);
  const { example, examples = {} } = operation.bodies[type] ?? {};
  const known = example ?? Object.values(examples)[0]?.value;
  const body = makeBody(type, withStoredIds(known, ids), random);
  return { name, method, path, headers: { ...body.headers, ...headers }, body: body.body };
}

function fillPath({ template }: Operation, ids: StoredIds, random: Random): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string, at: number) => {
    if (random() < ODD_ID)
      return random() < 0.2 ? pick(random, ODD_ENCODED) : encode(pick(random, ODD_TEXTS));
    const known = ids.get(idKey(template, name, at)) ?? [];
    return encode(known.length === 0 ? pick(random, ODD_TEXTS) : pick(random, known));
  });
}

function makeQuery({ parameters }: Operation, random: Random): string {
  const parts = parameters
    .filter((one) => one.in === "query")
    .flatMap((one) => {
      if (one.required !== true && random() > GIVEN_QUERY) return [];
      const given = `${encode(one.name)}=${valueOf(one, random)}`;
      return random() < REPEATED ? [given, `${encode(one.name)}=${valueOf(one, random)}`] : [given];
    });
  if (random() < UNKNOWN_QUERY)
    parts.push(`${encode(pick(random, ODD_TEXTS))}=${pick(random, ODD_ENCODED)}`);
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

function valueOf({ schema, example }: Parameter, random: Random): string {
  if (random() < ODD_QUERY)
    return random() < 0.15 ? pick(random, ODD_ENCODED) : encode(pick(random, ODD_TEXTS));
  const valid = schema.enum === undefined ? (example ?? "1") : pick(random, schema.enum);
  return encode(wordOf(valid));
}

function givenHeaders({ parameters }: Operation, random: Random): Record<string, string> {
  const given = parameters.filter((one) => one.in === "header" && random() < 0.1);
  return Object.fromEntries(given.map((one) => [one.name, wordOf(one.example ?? "x")]));
}

const wordOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** Replaces the ids of an example by existing ones, so that the request affects stored data. */
function withStoredIds(example: unknown, ids: StoredIds): unknown {
  if (Array.isArray(example)) return example.map((one) => withStoredIds(one, ids));
  if (typeof example !== "object" || example === null) return example;
  const entries = Object.entries(example).map(([name, value]) => {
    const known = ids.get(name.replace(/_ids$/, "_id")) ?? [];
    if (known.length === 0 || !/_ids?$/.test(name)) return [name, withStoredIds(value, ids)];
    return [name, Array.isArray(value) ? known.slice(0, 2) : known[0]];
  });
  return Object.fromEntries(entries);
}

/** Encodes a text. Lone surrogates cannot be encoded, and we do not send any. */
const encode = (text: string) => encodeURIComponent(text.slice(0, 12_000));
