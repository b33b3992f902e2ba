import { bodyText } from "../../text/document/body-text.ts";
import type { Document, Span } from "../../text/document/document.ts";
import { splitSentences } from "../../text/sentences/sentences.ts";
import { summarise } from "../analyser/summarise.ts";
import type { Entities } from "../entities/schema.ts";
import type { EmbeddedCheck, ProviderFindings } from "../providers/analysis-provider.ts";
import { isOrder } from "../recognition/acts/orders.ts";
import { findGroundless, type SummaryGrounds } from "./check-summary.ts";
import type { GroundedFindings } from "./ground-findings.ts";

/** Prefixes of warnings about one analysis result. A new analysis has its own warnings. */
const INSTRUCTED = "The text tells its reader what to report";
const OF_MODEL = "The language model";
const BEGINNINGS = [INSTRUCTED, OF_MODEL];

/** Minimum share of techniques found by both among those found by either. Below it, a warning is added. */
const LEAST_AGREEMENT = 0.5;
/** Maximum names in a warning. */
const MAX_LISTED = 5;

/** Returns whether a warning is about one analysis result, so that it does not apply to the next. */
export function isOfAnswer(warning: string): boolean {
  return BEGINNINGS.some((beginning) => warning.startsWith(beginning));
}

/** Returns the sentences of a text that order its reader what to report. */
function findOrders(document: Document): Span[] {
  const body = bodyText(document);
  return splitSentences(document).filter(({ start, end }) => isOrder(body.slice(start, end)));
}

/** Returns a text without such sentences, because their content is not evidence. */
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
 * Returns the warnings about a provider's result.
 * @param isHeard whether its findings count. They do not if the text is not a threat report.
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
 * Returns a warning if a language model found nothing, or if both found less than half of the techniques that it or the
 * embedded analyzer found. Returns null if the embedded analyzer found nothing.
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
 * Returns the summary of a report. If a language model's summary names anything without grounds, returns the service's
 * own summary, with a warning.
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

/** Returns the service's own summary of the findings. */
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
