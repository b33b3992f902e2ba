import { escapeMarkdown, escapeParagraphs, linkTo } from "./escape-markdown.ts";
import type { ReportedTechnique, SessionReport } from "./read-session-report.ts";

/** A session as a Markdown report for a wiki; the same report gives the same text. */
export function buildMarkdownReport(report: SessionReport): string {
  const sections = [
    `# ${escapeMarkdown(report.title)}`,
    describeSession(report),
    section("Summary", escapeParagraphs(report.summary) || "No summary."),
    section("Techniques", listTechniques(report)),
    section("Tactic coverage", countTactics(report)),
    section("Groups mentioned in the report", listMentions(report)),
    section("Group leads", listLeads(report)),
    section("Warnings", report.warnings.map((text) => `- ${escapeMarkdown(text)}`).join("\n")),
  ];
  return `${sections.filter((part) => part !== "").join("\n\n")}\n`;
}

function section(title: string, body: string): string {
  return body === "" ? "" : `## ${title}\n\n${body}`;
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [columns, columns.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function describeSession(report: SessionReport): string {
  const { domain, version, model, created_at: created, filename, session_id: id } = report;
  const facts: [string, string][] = [
    ["Knowledge base", `${domain} ${version}`],
    ["Analysed", created],
    ["Model", model],
    ["File", filename ?? ""],
    ["Session", id],
  ];
  const given = facts.filter(([, value]) => value !== "");
  return table(
    ["Analysis", ""],
    given.map(([name, value]) => [name, escapeMarkdown(value)]),
  );
}

function listTechniques({ techniques }: SessionReport): string {
  if (techniques.length === 0) return "No techniques were found.";
  return table(
    ["ID", "Name", "Tactic", "Confidence", "Review", "Evidence"],
    techniques.map((technique) => [
      linkTo(technique.attack_id, technique.published?.url ?? null),
      escapeMarkdown(technique.name),
      escapeMarkdown(technique.tactic),
      percent(technique.confidence),
      escapeMarkdown(technique.review_status),
      describeEvidence(technique),
    ]),
  );
}

function describeEvidence({ evidence, verified }: ReportedTechnique): string {
  const quoted = escapeMarkdown(evidence);
  if (quoted === "") return "";
  return verified ? quoted : `${quoted} (not found in the text word for word)`;
}

function countTactics({ techniques, tactics }: SessionReport): string {
  const rows = tactics
    .map(({ name, shortname }) => {
      const has = ({ published, tactic }: ReportedTechnique) =>
        (published?.tactics ?? [tactic]).includes(shortname);
      return { name, count: techniques.filter(has).length };
    })
    .filter(({ count }) => count > 0);
  if (rows.length === 0) return "";
  return table(
    ["Tactic", "Techniques"],
    rows.map(({ name, count }) => [escapeMarkdown(name), String(count)]),
  );
}

function listMentions({ apt_hints: hints }: SessionReport): string {
  return hints.map((name) => `- ${escapeMarkdown(name)}`).join("\n");
}

function listLeads({ leads, apt_matches_reason: reason }: SessionReport): string {
  if (leads.length === 0) return escapeMarkdown(reason ?? "");
  const rows = leads.map((lead) => [
    `${escapeMarkdown(lead.group_name)} (${escapeMarkdown(lead.group_attack_id)})`,
    percent(lead.similarity),
    String(lead.shared_count),
    lead.shared_techniques.map(escapeMarkdown).join(", "),
  ]);
  const caveat = "Groups whose known techniques overlap. Overlap is a lead, no attribution.";
  return `${caveat}\n\n${table(["Group", "Similarity", "Shared", "Techniques"], rows)}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)}%`;
}
