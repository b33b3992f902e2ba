import { techniqueUrl } from "../../../knowledge/attack/technique-id.ts";
import type { Dossier, DossierTechnique, Statement } from "../../../reading/dossiers/schema.ts";
import { markingOf } from "../content/marking.ts";
import { escapeMarkdown, escapeParagraphs, linkTo } from "../session/escape-markdown.ts";
import { listEntities } from "./dossier-entities.ts";
import { groupName, matchTable, percent, section, table } from "./markdown-parts.ts";

/** Exports a dossier as a Markdown report. The same dossier yields the same text. */
export function buildDossierMarkdown(dossier: Dossier): string {
  const sections = [
    `# ${escapeMarkdown(dossier.name)}`,
    describeDossier(dossier),
    section("Note", escapeParagraphs(dossier.note)),
    section("Sessions", listSessions(dossier)),
    section("Warnings", bullets(dossier.warnings)),
    section("Contradictions", bullets(dossier.contradictions.map(({ statement }) => statement))),
    section("Techniques", listTechniques(dossier)),
    section("Groups named in the reports", listNamed(dossier)),
    section("Group leads", listLeads(dossier)),
    section("Other findings", listEntities(dossier)),
    section("Evidence", listEvidence(dossier)),
  ];
  return `${sections.filter((part) => part !== "").join("\n\n")}\n`;
}

function bullets(sentences: readonly string[]): string {
  return sentences.map((text) => `- ${escapeMarkdown(text)}`).join("\n");
}

function describeDossier(dossier: Dossier): string {
  const { releases, updated_at: updated, dossier_id: id, sessions, techniques } = dossier;
  const marking = markingOf({ tlp: dossier.tlp, tlp_in_text: null }, ...sessions);
  const facts: [string, string][] = [
    ["Marking", marking?.heading ?? ""],
    ["Knowledge base", releases.map(({ domain, version }) => `${domain} ${version}`).join(", ")],
    ["Sessions", String(sessions.length)],
    ["Techniques", String(techniques.length)],
    ["Last changed", updated],
    ["Dossier", id],
  ];
  const given = facts.filter(([, value]) => value !== "");
  return table(
    ["Dossier", ""],
    given.map(([name, value]) => [name, escapeMarkdown(value)]),
  );
}

/** Lists the sessions with the numbers that the following tables use. */
function listSessions({ sessions }: Dossier): string {
  return table(
    ["No.", "Title", "State", "Marking", "Release", "Analyzed", "Techniques", "Session"],
    sessions.map((session, place) => [
      String(place + 1),
      escapeMarkdown(session.title ?? "deleted"),
      session.state,
      escapeMarkdown(markingOf(session)?.heading ?? ""),
      escapeMarkdown([session.domain, session.version].filter(Boolean).join(" ")),
      session.created_at ?? "",
      String(session.technique_count),
      session.session_id,
    ]),
  );
}

function listTechniques({ techniques, sessions }: Dossier): string {
  if (techniques.length === 0) return "No techniques were found.";
  const numbers = numbersOf(sessions);
  return table(
    ["ID", "Name", "Tactic", "Sessions", "Confidence", "Who says what"],
    techniques.map((technique) => [
      linkTo(technique.attack_id, techniqueUrl(technique.attack_id)),
      escapeMarkdown(technique.name),
      escapeMarkdown(technique.tactic),
      String(technique.session_count),
      surenessOf(technique),
      technique.named_by
        .map((statement) => `${numbers.get(statement.session_id)}: ${saidOf(statement)}`)
        .join("; "),
    ]),
  );
}

const REVIEW_WORDS: Record<Statement["review_status"], string> = {
  suggested: "not reviewed",
  accepted: "accepted",
  rejected: "rejected",
  needs_evidence: "needs evidence",
};

function saidOf({ review_status: status, origin, confidence }: Statement): string {
  const sureness = origin === "analyst" ? BY_PERSON : percent(confidence);
  return `${REVIEW_WORDS[status]} (${sureness})`;
}

const BY_PERSON = "named by an analyst";

/** Returns the highest confidence of the analyses that count; techniques named by a person have none. */
function surenessOf({ named_by: all }: DossierTechnique): string {
  const found = all.filter(
    ({ origin, review_status: status }) => origin === "analysis" && status !== "rejected",
  );
  if (found.length === 0) return BY_PERSON;
  return percent(Math.max(...found.map(({ confidence }) => confidence)));
}

function listNamed({ named_groups: named, sessions }: Dossier): string {
  const numbers = numbersOf(sessions);
  return named
    .map(({ attack_id: id, why, names, session_ids: ids }) => {
      const by = ids.map((session) => numbers.get(session)).join(", ");
      return `- ${escapeMarkdown(`${why} techniques (${id}; named as ${names.join(", ")})`)} in No. ${by}`;
    })
    .join("\n");
}

function listLeads({ apt_matches: matches, leads, leads_reason: reason }: Dossier): string {
  const rows = leads.map((lead) => [
    groupName(lead.group_name, lead.group_attack_id),
    `${lead.shared_count} of ${lead.technique_count}`,
    escapeMarkdown(lead.why),
  ]);
  const parts = [
    "Similarity of technique sets is a lead, never an attribution.",
    reason === null
      ? table(["Known for similar techniques", "Shared", "Why"], rows)
      : escapeMarkdown(reason),
    matchTable(matches),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** Lists the best passage of each session, under each technique. */
function listEvidence({ techniques, sessions }: Dossier): string {
  const titles = new Map(sessions.map(({ session_id: id, title }) => [id, title ?? id]));
  return techniques.map((technique) => evidenceOf(technique, titles)).join("\n\n");
}

function evidenceOf(
  { attack_id: id, name, named_by: all }: DossierTechnique,
  titles: ReadonlyMap<string, string>,
): string {
  const lines = all.map((statement) => {
    const { session_id: session, evidence, attack_id: namedAs, note } = statement;
    const title = escapeMarkdown(titles.get(session) ?? session);
    const as = namedAs === id ? "" : `, as ${escapeMarkdown(namedAs)}`;
    const quoted = evidence.trim() === "" ? "no evidence" : `“${escapeMarkdown(evidence)}”`;
    const noted = note === "" ? "" : ` Note: ${escapeMarkdown(note)}`;
    return `- ${title}${as}, ${saidOf(statement)}: ${quoted}${noted}`;
  });
  return `### ${escapeMarkdown(`${id} ${name}`)}\n\n${lines.join("\n")}`;
}

function numbersOf(sessions: Dossier["sessions"]): Map<string, number> {
  return new Map(sessions.map(({ session_id: id }, place) => [id, place + 1]));
}
