import { v5 as uuidv5 } from "uuid";
import { FIXED_TIMESTAMP, stixIdOf } from "../../../formats/stix/stix-id.ts";
import type { StixObject } from "../../../formats/stix/stix-object.ts";
import {
  findKnownExploited,
  KEV_DATE,
} from "../../../knowledge/vulnerabilities/known-exploited.ts";
import type { ExportedObservable } from "../content/session-content.ts";
import { isIndicator } from "../content/observable-lists.ts";
import type { SessionReport } from "./read-session-report.ts";

/** STIX 2.1, 2.9: the ids of cyber-observable objects follow from their values, by everybody. */
const OBSERVABLE_NAMESPACE = "00abedb4-aa42-466c-9c01-fed23315a9b7";

/** How each kind of observable is a cyber-observable object, and its path in a pattern. */
const VALUED: Record<string, { type: string; path: string }> = {
  ipv4: { type: "ipv4-addr", path: "ipv4-addr:value" },
  ipv6: { type: "ipv6-addr", path: "ipv6-addr:value" },
  domain: { type: "domain-name", path: "domain-name:value" },
  url: { type: "url", path: "url:value" },
  email: { type: "email-addr", path: "email-addr:value" },
};
const HASHES: Record<string, { name: string; path: string }> = {
  md5: { name: "MD5", path: "file:hashes.MD5" },
  sha1: { name: "SHA-1", path: "file:hashes.'SHA-1'" },
  sha256: { name: "SHA-256", path: "file:hashes.'SHA-256'" },
  sha512: { name: "SHA-512", path: "file:hashes.'SHA-512'" },
};

/**
 * An observable as STIX has it: a CVE is a vulnerability; what a person confirmed or the report lists
 * as an indicator is one; what it only mentions is the bare object, which claims nothing. Null for a
 * kind that STIX has no object for.
 */
export function toStixObservable(
  observable: ExportedObservable,
  report: SessionReport,
): StixObject | null {
  if (observable.kind === "cve") return toVulnerability(observable.value);
  const path = VALUED[observable.kind]?.path ?? HASHES[observable.kind]?.path;
  if (path === undefined) return null;
  return isIndicator(observable)
    ? toIndicator(observable, path, report)
    : toCyberObservable(observable);
}

/** A CVE is the same vulnerability in every bundle; a label says that it is known to be exploited. */
function toVulnerability(id: string): StixObject {
  const name = id.toUpperCase();
  const isExploited = findKnownExploited(name) !== null;
  return {
    type: "vulnerability",
    spec_version: "2.1",
    id: stixIdOf("vulnerability", name),
    created: FIXED_TIMESTAMP,
    // What is said of it changed with the mapping that says so.
    modified: isExploited ? `${KEV_DATE}T00:00:00.000Z` : FIXED_TIMESTAMP,
    name,
    ...(isExploited && { labels: ["known-exploited"] }),
    external_references: [{ source_name: "cve", external_id: name }],
  };
}

function toIndicator(
  { kind, value, confirmed, listed }: ExportedObservable,
  path: string,
  { session_id: id, created_at: created, modified }: SessionReport,
): StixObject {
  const reasons = [
    ...(listed ? ["The report lists it as an indicator of compromise."] : []),
    ...(confirmed ? ["An analyst confirmed it."] : []),
  ];
  return {
    type: "indicator",
    spec_version: "2.1",
    id: stixIdOf("indicator", id, kind, value),
    created,
    modified,
    name: value,
    description: reasons.join(" "),
    // What a person confirmed is what it is by that person's word, which may be harmless.
    indicator_types: [listed ? "malicious-activity" : "unknown"],
    pattern: `[${path} = '${value.replace(/[\\']/g, "\\$&")}']`,
    pattern_type: "stix",
    valid_from: created,
  };
}

function toCyberObservable({ kind, value }: ExportedObservable): StixObject {
  const valued = VALUED[kind];
  const hash = HASHES[kind]?.name ?? kind;
  const contributing = valued === undefined ? { hashes: { [hash]: value } } : { value };
  const type = valued?.type ?? "file";
  const id = `${type}--${uuidv5(JSON.stringify(contributing), OBSERVABLE_NAMESPACE)}`;
  return { type, spec_version: "2.1", id, ...contributing };
}
