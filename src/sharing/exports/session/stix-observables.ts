import { FIXED_TIMESTAMP, stixIdOf } from "../../../formats/stix/stix-id.ts";
import type { StixObject } from "../../../formats/stix/stix-object.ts";
import type { SessionReport } from "./read-session-report.ts";

/** An observable that a bundle carries; the value in its normalised form. */
export interface ExportedObservable {
  kind: "cve" | "ipv4" | "domain" | "md5" | "sha256";
  value: string;
}

/** Object paths of STIX patterning for each kind of observable. */
const PATHS: Record<Exclude<ExportedObservable["kind"], "cve">, string> = {
  ipv4: "ipv4-addr:value",
  domain: "domain-name:value",
  md5: "file:hashes.MD5",
  sha256: "file:hashes.'SHA-256'",
};

/** A CVE is a vulnerability, and the same one in every bundle. */
export function toVulnerability({ value }: ExportedObservable): StixObject {
  const name = value.toUpperCase();
  return {
    type: "vulnerability",
    spec_version: "2.1",
    id: stixIdOf("vulnerability", name),
    created: FIXED_TIMESTAMP,
    modified: FIXED_TIMESTAMP,
    name,
    external_references: [{ source_name: "cve", external_id: name }],
  };
}

/** Anything else is an indicator; that it was read in a report does not make it malicious. */
export function toIndicator(
  { kind, value }: ExportedObservable,
  { session_id: id, created_at: created }: SessionReport,
): StixObject {
  if (kind === "cve") throw new Error("a CVE is no indicator");
  return {
    type: "indicator",
    spec_version: "2.1",
    id: stixIdOf("indicator", id, kind, value),
    created,
    modified: created,
    name: value,
    indicator_types: ["unknown"],
    pattern: `[${PATHS[kind]} = '${value.replace(/[\\']/g, "\\$&")}']`,
    pattern_type: "stix",
    valid_from: created,
  };
}
