import type { DocumentKind, KindName } from "./schema.ts";

/** Phrases for kinds other than a threat report. */
const SAID: Record<Exclude<KindName, "threat_report">, string> = {
  research_or_guidance: "security research or guidance",
  other: "neither a threat report nor security research",
};

/** Returns whether a text may have findings. Sessions from before kinds existed have no kind. */
export function isReport(kind: DocumentKind | null): boolean {
  return kind === null || kind.kind === "threat_report";
}

/**
 * Returns the warning about the kind of a text, or null for a threat report.
 * @param isVouched whether analysts have added techniques, the only ones that such a text can have
 */
export function kindWarning(kind: DocumentKind | null, isVouched: boolean): string | null {
  if (kind === null || kind.kind === "threat_report") return null;
  const what = `This text is ${SAID[kind.kind]} (probability ${share(kind)}), so`;
  return isVouched
    ? `${what} its analysis gave candidates instead of findings. Analysts added its techniques.`
    : `${what} it has candidates instead of findings, and no leads.`;
}

/** Returns the summary of a text that is not a threat report. It only states the kind. */
export function summariseKind(kind: DocumentKind, title: string | null): string {
  const what =
    kind.kind === "research_or_guidance"
      ? "describes techniques, tools or defenses in general"
      : "is about something else";
  const name = title === null || title.trim() === "" ? "" : `, “${title.trim()}”,`;
  return `This text${name} is not a threat report: it ${what}. Nothing in it is reported as something that was done.`;
}

function share({ probability }: DocumentKind): string {
  return `${Math.round(100 * probability)} %`;
}
