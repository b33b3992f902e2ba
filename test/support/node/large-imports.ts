import { createHash } from "node:crypto";

const SENTENCE = "The actor moved laterally by remote services and staged what it found. ";

/** A UUID and digests that belong to a number, so that every run makes the same bytes. */
function uuidOf(what: string, i: number): string {
  const hex = createHash("md5").update(`${what} ${i}`).digest("hex");
  const part = (from: number, to: number) => hex.slice(from, to);
  return `${part(0, 8)}-${part(8, 12)}-4${part(13, 16)}-8${part(17, 20)}-${part(20, 32)}`;
}

const sha256Of = (what: string, i: number) =>
  createHash("sha256").update(`${what} ${i}`).digest("hex");

/** Joins values until there are so many bytes. */
function fill(head: string, tail: string, bytes: number, make: (i: number) => unknown): Buffer {
  const parts = [Buffer.from(head)];
  let size = head.length + tail.length;
  for (let i = 0; ; i += 1) {
    const text = Buffer.from((i === 0 ? "" : ",") + JSON.stringify(make(i)));
    if (size + text.length > bytes) break;
    parts.push(text);
    size += text.length;
  }
  return Buffer.concat([...parts, Buffer.from(tail)]);
}

const BUNDLE = ['{"type":"bundle","id":"bundle--', '","objects":['] as const;
const STAMP = "2024-01-01T00:00:00.000Z";

/** A STIX 2.1 bundle of reports with fifty indicators each, as a feed of indicators is. */
export function largeStixBundle(name: string, bytes: number): Buffer {
  const perReport = 51;
  const indicator = (i: number) => `indicator--${uuidOf(name, i)}`;
  return fill(`${BUNDLE[0]}${uuidOf(name, -1)}${BUNDLE[1]}`, "]}", bytes, (i) => {
    const common = { spec_version: "2.1", created: STAMP, modified: STAMP };
    if (i % perReport === 0) {
      return {
        type: "report",
        id: `report--${uuidOf(`${name} report`, i)}`,
        ...common,
        name: `${name}: findings of operation ${i}`,
        description: SENTENCE.repeat(20),
        published: STAMP,
        object_refs: Array.from({ length: perReport - 1 }, (_, k) => indicator(i + k + 1)),
      };
    }
    return {
      type: "indicator",
      id: indicator(i),
      ...common,
      name: `Sample ${i}`,
      description: SENTENCE.repeat(2),
      pattern: `[file:hashes.'SHA-256' = '${sha256Of(name, i)}']`,
      pattern_type: "stix",
      valid_from: STAMP,
    };
  });
}

/** A bundle that is all relationships, as short as they can be: the most ids for its size. */
export function denseStixBundle(name: string, bytes: number): Buffer {
  return fill(`${BUNDLE[0]}${uuidOf(name, -1)}${BUNDLE[1]}`, "]}", bytes, (i) => ({
    type: "relationship",
    id: `relationship--${uuidOf(`${name} r`, i)}`,
    relationship_type: "uses",
    source_ref: `tool--${uuidOf(`${name} s`, i)}`,
    target_ref: `tool--${uuidOf(`${name} t`, i)}`,
  }));
}

/** One event of a sharing platform with so many attributes: hashes, addresses, domains in turn. */
export function sharingEvent(name: string, number: number, attributes: number): object {
  return {
    Event: {
      uuid: uuidOf(`${name} event`, number),
      info: `${name}: findings of event ${number}`,
      date: "2024-01-01",
      timestamp: "1704067200",
      Orgc: { name: "Unit", uuid: uuidOf("unit", 0) },
      Attribute: Array.from({ length: attributes }, (_, k) =>
        attributeOf(name, number * attributes + k),
      ),
    },
  };
}

function attributeOf(name: string, i: number): object {
  const [type, value] =
    i % 3 === 0
      ? ["sha256", sha256Of(name, i)]
      : i % 3 === 1
        ? ["domain", `host-${i}.${name}-c2.com`]
        : ["ip-dst", `${20 + ((i >> 16) % 100)}.${(i >> 8) & 255}.${i & 255}.${1 + (i % 250)}`];
  return {
    uuid: uuidOf(name, i),
    type,
    value,
    category: "Network activity",
    to_ids: true,
    comment: "",
  };
}

/** Many events with a thousand attributes each. */
export function largeSharingEvents(name: string, bytes: number): Buffer {
  return fill('{"response":[', "]}", bytes, (i) => sharingEvent(name, i, 1_000));
}

/** One event with as many attributes as there is room for. */
export function denseSharingEvent(name: string, bytes: number): Buffer {
  const head = `{"Event":{"uuid":"${uuidOf(name, -1)}","info":"${name}: all in one event","Attribute":[`;
  return fill(head, "]}}", bytes, (i) => attributeOf(name, i));
}
