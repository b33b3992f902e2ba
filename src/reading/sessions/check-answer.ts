import { bodyText } from "../../text/document/body-text.ts";
import type { Document, Span } from "../../text/document/document.ts";
import { splitSentences } from "../../text/sentences/sentences.ts";
import { summarise } from "../analyser/summarise.ts";
import type { Entities } from "../entities/schema.ts";
import type { EmbeddedCheck, ProviderFindings } from "../providers/analysis-provider.ts";
import { isOrder } from "../recognition/acts/orders.ts";
import { findGroundless, type SummaryGrounds } from "./check-summary.ts";
import type { GroundedFindings } from "./ground-findings.ts";

/** How the warnings about one answer begin; a new analysis has its own. */
const INSTRUCTED = "The text tells its reader what to report";
const OF_MODEL = "The language model";
const BEGINNINGS = [INSTRUCTED, OF_MODEL];

/** Below this share of all techniques that either found, the two differ too much. */
const LEAST_AGREEMENT = 0.5;
/** Names that a warning lists. */
const MAX_LISTED = 5;

/** Whether a warning is about one answer to a report, so that it does not apply to the next. */
export function isOfAnswer(warning: string): boolean {
  return BEGINNINGS.some((beginning) => warning.startsWith(beginning));
}

/** The sentences of a text that order its reader what to report. */
function findOrders(document: Document): Span[] {
  const body = bodyText(document);
  return splitSentences(document).filter(({ start, end }) => isOrder(body.slice(start, end)));
}

/** Returns a text without such sentences: what they print gives no grounds. */
export function withoutOrders(document: Document): string {
  const orders = findOrders(document);
  const starts = [0, ...orders.map(({ end }) => end)];
  return starts.map((start, at) => document.text.slice(start, orders[at]?.start)).join(" ");
}

/** Returns the warning for a text that orders its reader what to report, or null. */
function warnOfOrders(document: Document): string | null {
  const count = findOrders(document).length;
  if (count === 0) return null;
  const where = count === 1 ? "in one sentence" : `in ${count} sentences`;
  return `${INSTRUCTED}, ${where}. No such sentence is evidence; check whether a finding or the summary follows one.`;
}

/**
 * Returns the warnings about the answer of a provider.
 * @param isHeard whether its findings count: those in a text that is no threat report do not
 */
export function warnOfAnswer(
  document: Document,
  grounded: GroundedFindings,
  { check, warnings = [] }: ProviderFindings,
  isHeard: boolean,
): string[] {
  const own = [
    warnOfOrders(document),
    check === undefined || !isHeard ? null : warnOfDifference(grounded, check),
  ];
  return [...own.filter((warning) => warning !== null), ...warnings];
}

/**
 * Returns a warning where a language model found nothing, or less than half of what it and the embedded analyzer
 * found is found by both; null where the embedded analyzer found nothing.
 */
function warnOfDifference(
  { techniques, candidates }: GroundedFindings,
  check: EmbeddedCheck,
): string | null {
  const own = new Set(check.techniques);
  if (own.size === 0) return null;
  const others = new Set([...techniques, ...candidates].map(({ attack_id: id }) => id));
  const advice =
    "Ask for a second opinion from the embedded analyzer, and review what only one of them found.";
  if (others.size === 0) {
    const count = own.size === 1 ? "one" : own.size;
    return `${OF_MODEL} found no technique that the text supports, the embedded analyzer ${count}: ${list([...own])}. ${advice}`;
  }
  const both = [...own].filter((id) => others.has(id)).length;
  const all = own.size + others.size - both;
  if (both / all >= LEAST_AGREEMENT) return null;
  return `${OF_MODEL} and the embedded analyzer agree on only ${both} of the ${all} techniques that they found. ${advice}`;
}

/**
 * Returns the summary of a report. A language model's that names what has no grounds is replaced by our own, with a
 * warning.
 */
export async function chooseSummary(
  { summary, check }: ProviderFindings,
  entities: Entities,
  grounds: SummaryGrounds,
): Promise<{ summary: string; warning: string | null }> {
  if (summary === "") return { summary: writeSummary(entities, grounds), warning: null };
  if (check === undefined) return { summary, warning: null };
  const groundless = await findGroundless(summary, grounds);
  if (groundless.length === 0) return { summary, warning: null };
  return {
    summary: writeSummary(entities, grounds),
    warning: `${OF_MODEL}'s summary named ${list(groundless)}, without grounds in the findings or the text. The service wrote this summary from the findings instead.`,
  };
}

/** Returns a summary of the findings in the words of the service. */
function writeSummary(entities: Entities, { grounded, release }: SummaryGrounds): string {
  const rows = grounded.techniques.map(({ hit, features, ...row }) => ({
    ...row,
    explanation: { hit, features },
  }));
  return summarise(rows, entities, release).join("");
}

function list(items: readonly string[]): string {
  const more = items.length - MAX_LISTED;
  const shown = items.slice(0, MAX_LISTED).join(", ");
  return more > 0 ? `${shown} and ${more} more` : shown;
}
