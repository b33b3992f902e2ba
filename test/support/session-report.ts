import { NO_ENTITIES } from "../../src/reading/entities/schema.ts";
import type { SessionReport } from "../../src/sharing/exports/session/read-session-report.ts";

/** An observable as an export has it. */
export function observableOf(
  kind: string,
  value: string,
  change: Partial<SessionReport["observables"][number]> = {},
) {
  return { kind, value, confirmed: false, listed: false, ...change };
}

const PLACES = { count: 1, mentions: [] };
/** A group and software that the release has and has not. */
export const NAMED: SessionReport["named"] = {
  groups: [
    {
      attack_id: "G0016",
      name: "APT29",
      ...PLACES,
      published: {
        release_id: 1,
        stix_id: "intrusion-set--899ce53f-13a0-479b-a0e4-67d46e241542",
        attack_id: "G0016",
        name: "APT29",
        description: "A group.",
        url: null,
        state: "active",
        created: "2017-05-31T21:31:52.748Z",
        modified: "2024-09-03T18:48:32.299Z",
        aliases: ["APT29", "Cozy Bear"],
        external_references: [],
      } as never,
    },
  ],
  software: [
    { attack_id: "S0154", name: "BEACON", type: "malware", ...PLACES, published: null },
    { attack_id: "S0002", name: "Mimikatz", type: "tool", ...PLACES, published: null },
  ],
};

/** A session with one technique, for the builders. */
export function reportOf(
  change: Partial<SessionReport["techniques"][number]> = {},
  domain = "enterprise-attack",
): SessionReport {
  return {
    session_id: "11111111-1111-4111-8111-111111111111",
    title: "Title",
    coverage_states: null,
    name: "Title",
    tags: [],
    tlp: null,
    tlp_in_text: null,
    note: "",
    assignee: null,
    review_state: "draft",
    signed_by: null,
    signed_at: null,
    status: "completed",
    provider: "provider_a",
    model: "embedded",
    mode: "balanced",
    min_confidence: null,
    domain,
    version: "18.1",
    filename: "report.txt",
    source_url: null,
    language: "en",
    created_at: "2026-01-02T03:04:05.678Z",
    modified: "2026-01-03T03:04:05.678Z",
    summary: "What happened.",
    techniques: [
      {
        attack_id: "T1566",
        name: "Phishing",
        tactic: "initial-access",
        confidence: 0.5,
        evidence: "It sent mail.",
        evidence_start: 0,
        evidence_end: 13,
        passages: [{ text: "It sent mail.", start: 0, end: 13 }],
        warnings: [],
        verified: true,
        replaced_from: null,
        review_status: "suggested",
        origin: "analysis",
        found_as: null,
        note: "",
        changed_by: null,
        changed_at: null,
        judgement: null,
        published: null,
        ...change,
      },
    ],
    tactics: [{ attack_id: "TA0001", name: "Initial Access", shortname: "initial-access" }],
    tactics_of: {},
    apt_matches: [
      {
        group_attack_id: "G0016",
        group_name: "APT29",
        similarity: 0.5,
        shared_count: 1,
        shared_techniques: ["T1566"],
      },
    ],
    leads: [
      {
        group_attack_id: "G0016",
        group_name: "APT29",
        mode: "mixed",
        score: 0.75,
        shared_count: 1,
        shared_techniques: ["T1566"],
        technique_count: 1,
        rare_techniques: [],
        why: "Known for 1 of these 1 techniques, none of them rare.",
      },
    ],
    named_groups: [],
    apt_matches_mode: "jaccard",
    apt_matches_version: "18.1",
    apt_matches_reason: null,
    leads_reason: null,
    apt_hints: ["APT29"],
    software_hints: [],
    cve_hints: [],
    set_aside: [],
    candidates: [],
    entities: NO_ENTITIES,
    review: { people: [], last: null, rejected: 0 },
    observables: [],
    named: { groups: [], software: [] },
    coverage: { chars_total: 1, chars_analyzed: 1, chunks: 1 },
    warnings: ["A warning."],
    rejected_techniques: [],
    document_kind: null,
    usage: null,
  };
}
