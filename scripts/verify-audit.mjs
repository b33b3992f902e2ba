/**
 * Checks an export of the audit trail without the service, its database or any package:
 *
 *   node scripts/verify-audit.mjs audit.ndjson --key-file audit.key [--anchor <seq>:<hash>] ...
 *
 * Without a key it recomputes the hashes: no row was changed, removed or slipped in since somebody
 * noted a hash (`--anchor`, out of the service's log or an older export). With the key it also checks
 * that the service itself wrote every row and the end of the file. `--key-file` may be repeated for
 * keys of earlier days. Ends with 0 when all of it fits, else with 1 and a sentence per fault.
 */
import { createHash, createHmac } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";

const GENESIS = "0".repeat(64);
const MAX_FAULTS = 20;

const sha256 = (text) => createHash("sha256").update(text, "utf8").digest("hex");
const hmac = (key, text) => createHmac("sha256", key).update(text, "utf8").digest("hex");
const idOf = (key) => sha256(`tradecraft audit key ${key}`).slice(0, 16);

/** Whether a MAC (`<id of its key>:<hex>`) fits a text: true, false, or null where its key is not at hand. */
function checkMac(keys, text, mac) {
  const [id] = String(mac).split(":");
  const key = keys.get(id);
  return key === undefined ? null : `${id}:${hmac(key, text)}` === mac;
}

const contentOf = (row) => [
  row.id,
  row.actor,
  row.action,
  row.object_type,
  row.object_id,
  row.details_text ?? JSON.stringify(row.details),
  row.created_at,
];

/** What is wrong with a row, as the end of a sentence, or null. */
function findFault(row, before, keys) {
  if (row.seq !== before.seq + 1 && !before.filtered) return "does not follow: rows were removed";
  if (row.prev_hash !== before.hash && !before.filtered)
    return "is not chained to the row before it";
  const hash = sha256(JSON.stringify([row.prev_hash, row.seq, ...contentOf(row)]));
  if (hash !== row.hash) return "was changed";
  const seal = JSON.stringify(["seal", row.seq, row.hash]);
  if (checkMac(keys, JSON.stringify(["entry", ...contentOf(row)]), row.mac) === false) {
    return "was changed before it was sealed";
  }
  if (checkMac(keys, seal, row.seal_mac) === false)
    return "has a seal that the service did not make";
  return null;
}

/** Whether the keys at hand vouch for a row and for its place; a false MAC is a fault of its own. */
function isProven(row, keys) {
  const seal = JSON.stringify(["seal", row.seq, row.hash]);
  const entry = JSON.stringify(["entry", ...contentOf(row)]);
  return checkMac(keys, seal, row.seal_mac) !== null && checkMac(keys, entry, row.mac) !== null;
}

/** What is wrong with the last line, sentence by sentence. */
function* findEndFaults(end, state, keys) {
  const { seq, hash, rows, filtered, under_key_from: from, fault, exported_at: at } = end;
  const text = JSON.stringify(["export", seq, hash, rows, filtered, from, fault, at]);
  const standing = checkMac(keys, text, end.mac);
  if (standing === false) yield "The last line was changed.";
  if (standing === null && keys.size > 0) yield "The last line is not under a key that was given.";
  if (rows !== state.rows || seq !== state.seq || hash !== state.hash) {
    yield `The last line speaks of ${rows} rows up to ${seq}; the file holds ${state.rows} up to ${state.seq}.`;
  }
  if (fault !== null) yield `When this was exported, the head of the chain ${fault}.`;
  if (keys.size === 0) return;
  for (const place of state.unproven) yield `Row ${place} is not under a key that was given.`;
}

/** A first look at the end: whether rows were left out on request decides how all others are read. */
async function readEnd(path) {
  let last = "";
  for await (const line of createInterface({ input: createReadStream(path) })) last = line || last;
  const end = parse(last);
  return end?.type === "head" ? end : null;
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Reads row by row, and keeps in `state` how far the file goes. */
async function* findRowFaults(path, state, keys) {
  let isEnded = false;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (line === "") continue;
    const row = parse(line);
    if (row === null || isEnded) yield `A line after row ${state.seq} does not belong there.`;
    if (row === null) continue;
    isEnded ||= row.type === "head";
    if (isEnded) continue;
    const fault = findFault(row, state, keys);
    if (fault !== null) yield `Row ${row.seq} ${fault}.`;
    if (row.seq >= state.from && !isProven(row, keys)) state.unproven.push(row.seq);
    if (state.noted.get(String(row.seq)) === row.hash) state.noted.delete(String(row.seq));
    Object.assign(state, { seq: row.seq, hash: row.hash, rows: state.rows + 1 });
  }
}

async function* findFaults(path, keys, anchors) {
  const end = await readEnd(path);
  if (end === null) {
    yield "The last line, which proves the file, is missing: it was cut off.";
    return;
  }
  const state = {
    seq: 0,
    hash: GENESIS,
    rows: 0,
    unproven: [],
    filtered: end.filtered,
    from: end.under_key_from ?? Infinity,
    noted: new Map(anchors.map((anchor) => anchor.split(":"))),
  };
  yield* findRowFaults(path, state, keys);
  yield* findEndFaults(end, state, keys);
  for (const [seq] of state.noted) yield `The row that was noted as ${seq} is not in this trail.`;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "key-file": { type: "string", multiple: true, default: [] },
    anchor: { type: "string", multiple: true, default: [] },
  },
});
const [path] = positionals;
if (path === undefined) {
  console.error("Usage: npm run verify-audit -- <audit.ndjson> [--key-file F] [--anchor SEQ:HASH]");
  process.exit(2);
}
const keys = new Map(
  values["key-file"]
    .map((file) => readFileSync(file, "utf8").trim())
    .map((key) => [idOf(key), key]),
);
let faults = 0;
for await (const fault of findFaults(path, keys, values.anchor)) {
  faults += 1;
  if (faults <= MAX_FAULTS) console.log(fault);
}
const known =
  keys.size > 0 ? "Every row and the end fit the key." : "The hashes fit; no key was given.";
console.log(faults === 0 ? `Valid. ${known}` : `Not valid: ${faults} faults.`);
process.exit(faults === 0 ? 0 : 1);
