import { isMap, isSeq, type Node } from "yaml";
import { PLACEHOLDER } from "../vocabulary.ts";
import { excerpt } from "../findings.ts";
import type { Entry, Nodes } from "./nodes.ts";
import { COMPARING, ENCODINGS, MODIFIERS, NUMERIC, RE_FLAGS, TIME_PARTS } from "./vocabulary.ts";

const CIDR =
  /^(?:\d{1,3}(?:\.\d{1,3}){3}\/(?:[0-9]|[12]\d|3[0-2])|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*\/\d{1,3})$/;

/** Checks one field of a selection: its modifiers, their combination, and its values. */
export function checkField(nodes: Nodes, { key, keyAt, value, valueAt }: Entry): void {
  const modifiers = key.split("|").slice(1);
  checkModifiers(nodes, modifiers, keyAt);
  const items = isSeq(value) ? (nodes.items(value) ?? []) : [{ value, at: valueAt }];
  if (items.length === 0)
    nodes.findings.error(valueAt, `${excerpt(key)} has an empty list of values.`);
  if (modifiers.includes("all") && items.length === 1) {
    nodes.findings.warn(keyAt, "'all' changes nothing for a single value.");
  }
  for (const item of items) checkValue(nodes, key, modifiers, item);
}

function checkModifiers({ findings }: Nodes, modifiers: string[], at: number): void {
  for (const [place, modifier] of modifiers.entries()) {
    const rest = new Set(modifiers.slice(place + 1));
    if (!MODIFIERS.has(modifier)) findings.error(at, `${excerpt(modifier)} is no modifier.`);
    if (rest.has(modifier)) findings.error(at, `'${modifier}' stands here twice.`);
    if (RE_FLAGS.has(modifier) && !modifiers.slice(0, place).includes("re")) {
      findings.error(at, `'${modifier}' is a flag of 're', which must come before it.`);
    }
    const isEncoded = rest.has("base64") || rest.has("base64offset");
    if (ENCODINGS.has(modifier) && !isEncoded) {
      findings.warn(at, `'${modifier}' is meant to be followed by 'base64' or 'base64offset'.`);
    }
  }
  const comparing = modifiers.filter((modifier) => COMPARING.has(modifier));
  // A part of a time is a number, which may be compared with another.
  if (comparing.length === 2 && isTimeCompared(comparing)) return;
  if (new Set(comparing).size > 1) {
    findings.error(at, `'${comparing.join("' and '")}' cannot be combined.`);
  }
}

function isTimeCompared([part = "", comparison = ""]: readonly string[]): boolean {
  return TIME_PARTS.has(part) && NUMERIC.has(comparison) && !TIME_PARTS.has(comparison);
}

function checkValue(
  { findings }: Nodes,
  key: string,
  modifiers: string[],
  item: { value: Node | null; at: number },
): void {
  if (isMap(item.value) || isSeq(item.value)) {
    findings.error(item.at, `${excerpt(key)} needs plain values.`);
    return;
  }
  const value = item.value === null ? null : (item.value as { value?: unknown }).value;
  if (modifiers.includes("expand") || String(value).includes(PLACEHOLDER)) return;
  const numeric = modifiers.find((modifier) => NUMERIC.has(modifier));
  if (numeric !== undefined && !isNumber(value)) {
    findings.error(item.at, `'${numeric}' needs a number.`);
  }
  if (modifiers.includes("cidr") && !CIDR.test(String(value))) {
    findings.error(item.at, `${excerpt(String(value))} is no network in CIDR notation.`);
  }
  if (modifiers.includes("exists") && typeof value !== "boolean") {
    findings.error(item.at, "'exists' needs true or false.");
  }
  if (value === null && modifiers.some((modifier) => COMPARING.has(modifier))) {
    findings.error(item.at, `${excerpt(key)} needs a value.`);
  }
}

function isNumber(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value));
}
