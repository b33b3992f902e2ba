import { z } from "zod";
import { analyseReport } from "../../reading/sessions/analyse-report.ts";
import { beginSession } from "../../reading/sessions/begin-session.ts";
import { failSession } from "../../reading/sessions/fail-session.ts";
import { ANALYSIS_MODES, BALANCED } from "../../reading/analyser/strictness.ts";
import { openProvider } from "../../reading/providers/open-provider.ts";
import type { AnalysisInput } from "../../reading/sessions/read-analysis-input.ts";
import { parseSlot } from "../../reading/providers/parse-slot.ts";
import { resolveIndex } from "../../knowledge/attack/resolve-release.ts";
import type { IntakeDeps } from "./deps.ts";
import { ROLES } from "../../platform/auth/identity.ts";
import { holdLease } from "../../platform/jobs/hold-lease.ts";
import type { JobDefinition, JobRun } from "../../platform/jobs/job-definition.ts";
import type { Job } from "../../platform/jobs/store.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import { fetchReport } from "../../reading/sessions/fetch-report.ts";
import { openDocument } from "../../text/outline/open-document.ts";
import { requireReport } from "./read-report.ts";
import type { Report } from "./store.ts";

/** Well within a job's lease. */
const RENEW_SECONDS = 20;

const payloadSchema = z.object({
  report_id: z.string(),
  provider: z.string(),
  mode: z.enum(ANALYSIS_MODES).default(BALANCED.mode),
  fetch: z.boolean().default(false),
  domain: z.string(),
  version: z.string().optional(),
  role: z.enum(ROLES).default("analyst"),
});
type Payload = z.output<typeof payloadSchema>;

/**
 * Analyzes a promoted report and links the session to it. The job's ID is the session's idempotency key, so a
 * retried job finds its earlier work.
 */
export const analyseReportJob: JobDefinition<IntakeDeps, Payload> = {
  payload: payloadSchema,
  run: async (deps, run) => {
    await deps.intake.beginAnalysis(run.payload.report_id, deps.now());
    const { sessionId, error } = await holdLease(deps, run, analyse(deps, run), {
      everySeconds: RENEW_SECONDS,
      progress: () => ({}),
    });
    const outcome = { session_id: sessionId, error };
    await deps.intake.endAnalysis(run.payload.report_id, outcome, deps.now());
    return { progress: { session_id: sessionId }, act: null };
  },
  giveUp: endFailedAnalysis,
};

/**
 * Records on the report, and on its session if there is one, why the analysis failed. A failed session is also
 * linked, so that it can be retried.
 */
async function endFailedAnalysis(
  deps: IntakeDeps,
  job: Job,
  payload: Payload,
  reason: string,
): Promise<void> {
  await endInterrupted(deps, job, reason);
  const session = await deps.sessions.findLatestByKey(job.actor, job.id);
  const outcome = { session_id: session?.id ?? null, error: reason };
  await deps.intake.endAnalysis(payload.report_id, outcome, deps.now());
}

async function analyse(
  deps: IntakeDeps,
  { job, payload, signal }: JobRun<Payload>,
): Promise<{ sessionId: string; error: string | null }> {
  const { provider, mode, fetch, domain, version, role } = payload;
  const report = await requireReport(deps, payload.report_id);
  const slot = parseSlot(provider);
  const warnings: string[] = [];
  const { document, printed, source_url, error } = await readingOf(deps, report, fetch, warnings);
  const input: AnalysisInput = {
    slot,
    provider: openProvider(deps, slot, mode),
    release: await resolveIndex(deps, { domain, version }),
    asked: [domain, version ?? ""],
    strictness: { ...BALANCED, mode },
    name: report.title.slice(0, 255).toWellFormed(),
    document,
    printed,
    upload: null,
    published_at: report.published_at,
    warnings,
    ...(source_url !== null && { source_url }),
  };
  await endInterrupted(deps, job, "The analysis was interrupted.");
  const begun = await beginSession(deps, { name: job.actor, role }, input, job.id);
  if (!begun.isRepeated) {
    await analyseReport(deps, begun.id, input, null, signal);
  }
  return { sessionId: begun.id, error };
}

/** Fails the session of an interrupted attempt. The owner of the job knows that nobody else works on it. */
async function endInterrupted(deps: IntakeDeps, job: Job, reason: string): Promise<void> {
  const left = await deps.sessions.findByKey(job.actor, job.id);
  if (left?.status !== "processing") return;
  await failSession(deps, left.id, new AppError("analysis_failed", reason));
}

/** The analyzed content of a report, and why it is not the linked article. */
interface Reading extends Pick<AnalysisInput, "document" | "printed"> {
  source_url: string | null;
  error: string | null;
}

/** Returns the linked article if it is requested and available, or else the collected text. */
async function readingOf(
  deps: IntakeDeps,
  report: Report,
  fetch: boolean,
  warnings: string[],
): Promise<Reading> {
  let error: string | null = null;
  if (fetch && report.url === null) {
    warnings.push("The report has no link; its own text was analyzed.");
  } else if (fetch && report.url !== null) {
    try {
      const { text, blocks, printed = null } = (await fetchReport(deps, report.url)).document;
      const document = openDocument(requireShort(deps, text), blocks);
      return { document, printed, source_url: report.url, error };
    } catch (cause) {
      if (!(cause instanceof OutboundError)) throw cause;
      error = `${cause.message} The report's own text was analyzed.`;
      warnings.push(error);
    }
  }
  const collected = [report.title, await deps.intake.readText(report.id)].join("\n\n").trim();
  const document = openDocument(requireShort(deps, collected));
  return { document, printed: null, source_url: null, error };
}

/** @throws AppError `text_too_long` */
function requireShort({ settings }: IntakeDeps, text: string): string {
  const limit = settings.MAX_TEXT_CHARS;
  if (text.length <= limit) return text;
  throw new AppError("text_too_long", `The report has more than ${limit} characters.`);
}
