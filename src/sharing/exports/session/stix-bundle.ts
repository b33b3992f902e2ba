import { FIXED_TIMESTAMP, stixIdOf } from "../../../formats/stix/stix-id.ts";
import type { StixObject } from "../../../formats/stix/stix-object.ts";
import type { ReportedTechnique, SessionReport } from "./read-session-report.ts";
import { type ExportedObservable, toIndicator, toVulnerability } from "./stix-observables.ts";

/** A STIX 2.1 bundle as we make it. */
export interface StixBundle {
  type: "bundle";
  id: string;
  objects: StixObject[];
}

const TOOL: StixObject = {
  type: "identity",
  spec_version: "2.1",
  id: stixIdOf("identity", "tradecraft"),
  created: FIXED_TIMESTAMP,
  modified: FIXED_TIMESTAMP,
  name: "tradecraft",
  identity_class: "system",
};

/** Names of the kill chains, as ATT&CK's and ATLAS's own bundles have them. */
const KILL_CHAINS: Record<string, string> = {
  "enterprise-attack": "mitre-attack",
  "mobile-attack": "mitre-mobile-attack",
  "ics-attack": "mitre-ics-attack",
  atlas: "mitre-atlas",
};

/**
 * A session as a STIX 2.1 bundle: a report of its attack-patterns, the evidence as notes on them,
 * and what observables there are. Group leads stay out, for overlap is no attribution. The same
 * report gives the same bundle.
 */
export function buildStixBundle(
  report: SessionReport,
  observables: readonly ExportedObservable[],
): StixBundle {
  const patterns = report.techniques.map((technique) => toAttackPattern(technique, report.domain));
  const notes = report.techniques.flatMap((technique, place) => {
    const target = patterns[place];
    return target === undefined || technique.evidence.trim() === ""
      ? []
      : [toNote(technique, target.id, report)];
  });
  const made = observables.map((observable) =>
    observable.kind === "cve" ? toVulnerability(observable) : toIndicator(observable, report),
  );
  const content = [...patterns, ...notes, ...made].map((object) =>
    object.type === "attack-pattern" ? object : { ...object, created_by_ref: TOOL.id },
  );
  const unique = [...new Map(content.map((object) => [object.id, object])).values()];
  return {
    type: "bundle",
    id: stixIdOf("bundle", report.session_id, report.modified),
    objects: [TOOL, toReport(report, unique), ...unique],
  };
}

function toReport(report: SessionReport, content: readonly StixObject[]): StixObject {
  const { session_id: id, title, summary, created_at: created, modified } = report;
  return {
    type: "report",
    spec_version: "2.1",
    id: stixIdOf("report", id),
    created_by_ref: TOOL.id,
    created,
    modified,
    name: title,
    ...(summary !== "" && { description: summary }),
    report_types: ["threat-report"],
    published: created,
    // A report must refer to something; one with nothing found refers to who found nothing.
    object_refs: content.length === 0 ? [TOOL.id] : content.map((object) => object.id),
  };
}

/** The published object under its own id, so that consumers recognise what they have already. */
function toAttackPattern(technique: ReportedTechnique, domain: string): StixObject {
  const { attack_id, name, tactic, published } = technique;
  const chain = KILL_CHAINS[domain] ?? domain;
  const tactics = published?.tactics ?? [tactic];
  const created = timestampOf(published?.created) ?? FIXED_TIMESTAMP;
  return {
    type: "attack-pattern",
    spec_version: "2.1",
    id: published?.stix_id ?? stixIdOf("attack-pattern", domain, attack_id),
    created,
    modified: timestampOf(published?.modified) ?? created,
    name: published?.name ?? name,
    ...(published?.description && { description: published.description }),
    ...(tactics.some(Boolean) && {
      kill_chain_phases: tactics.filter(Boolean).map((phase) => ({
        kill_chain_name: chain,
        phase_name: phase,
      })),
    }),
    external_references: referencesOf(technique, domain),
    x_mitre_is_subtechnique: published?.is_subtechnique ?? attack_id.includes(".", 4),
    ...(published?.platforms.length && { x_mitre_platforms: published.platforms }),
  };
}

/** References as published; the one with the ATT&CK id is there in any case, and first. */
function referencesOf({ attack_id, published }: ReportedTechnique, domain: string) {
  const usable = (published?.external_references ?? []).filter(
    ({ source_name: source, description, url, external_id: id }) =>
      source && (description || url || id),
  );
  const own = usable.find(({ external_id: id }) => id === attack_id) ?? {
    source_name: domain === "atlas" ? "mitre-atlas" : "mitre-attack",
    external_id: attack_id,
  };
  return [own, ...usable.filter((reference) => reference !== own)];
}

function toNote(
  technique: ReportedTechnique,
  target: string,
  { session_id: id, created_at: created, modified }: SessionReport,
): StixObject {
  const { attack_id, name, evidence, confidence, verified, review_status: status } = technique;
  return {
    type: "note",
    spec_version: "2.1",
    id: stixIdOf("note", id, attack_id),
    created,
    modified,
    abstract: `Evidence of ${attack_id} ${name}`,
    content: evidence,
    confidence: Math.round(confidence * 100),
    labels: [`review:${status}`, verified ? "evidence:verified" : "evidence:unverified"],
    object_refs: [target],
  };
}

/** A timestamp as STIX wants it, in UTC; null for what is none. */
function timestampOf(value: string | null | undefined): string | null {
  return value && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value) ? value : null;
}
