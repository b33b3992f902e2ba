import { z } from "zod";
import { analyseReport } from "../../../reading/sessions/analyse-report.ts";
import { analysisFormSchema, type AnalysisForm } from "../../../reading/sessions/analysis-form.ts";
import { ANALYSIS_MODES } from "../../../reading/analyser/strictness.ts";
import { SILENT } from "../../../reading/providers/analysis-provider.ts";
import { beginSession } from "../../../reading/sessions/begin-session.ts";
import { nameSession } from "../../../reading/sessions/name-session.ts";
import { readAnalysisInput } from "../../../reading/sessions/read-analysis-input.ts";
import { readSession } from "../../../reading/sessions/read-session.ts";
import type { Analysis } from "../../../reading/sessions/schema.ts";
import { noSuchSession } from "../../../reading/sessions/session-errors.ts";
import { decodeFile, fileArgs } from "../decode-file.ts";
import { describeSession, sessionSchema, viewSession } from "../session-view.ts";
import { type Call, defineTool } from "../tool.ts";

const FIRST_PAGE = 25;
const { provider, domain, version, name, url } = analysisFormSchema.shape;

const options = {
  provider,
  domain,
  version,
  name,
  mode: z.enum(ANALYSIS_MODES).optional().meta({
    description:
      "How sure a finding must be; `balanced` if left out, `judged` needs a language model.",
  }),
  min_confidence: z.number().min(0).max(1).optional().meta({
    description: "Threshold for findings, from 0 to 1, instead of that of the mode.",
  }),
  idempotency_key: z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional()
    .meta({
      description:
        "A repeated call with the same key and report returns the session of the first one.",
    }),
};

const analyzing = {
  role: "analyst" as const,
  limit: "analyses" as const,
  output: sessionSchema,
  describe: describeSession,
};
const STORES =
  "Stores the report as a session and returns the first 25 techniques with their evidence.";

const analyzeText = defineTool({
  ...analyzing,
  name: "analyze_text",
  title: "Analyze a text",
  description: `Finds the ATT&CK techniques that a threat report describes. ${STORES}`,
  input: z.strictObject({
    text: z.string().min(1).meta({ description: "Text of the report, in any language." }),
    ...options,
  }),
  run: async (call, { text, ...given }) => await analyze(call, { text, ...formOf(given) }, given),
});

const analyzeFile = defineTool({
  ...analyzing,
  name: "analyze_file",
  title: "Analyze a file",
  description: `Finds the ATT&CK techniques of a report that is a PDF, DOCX, HTML or TXT file. ${STORES}`,
  input: z.strictObject({ ...fileArgs, ...options }),
  run: async (call, { filename, content_base64, resource, ...given }) => {
    const limit = call.deps.settings.MAX_UPLOAD_BYTES;
    const file = decodeFile({ filename, content_base64, resource }, limit);
    return await analyze(call, formOf(given), given, file);
  },
});

const analyzeUrl = defineTool({
  ...analyzing,
  name: "analyze_url",
  title: "Analyze a web page",
  description: `Fetches a report from a public address and finds its ATT&CK techniques. ${STORES}`,
  hints: { openWorld: true },
  input: z.strictObject({ url: url.unwrap().min(1), ...options }),
  run: async (call, { url: address, ...given }) =>
    await analyze(call, { url: address, ...formOf(given) }, given),
});

export const analysisTools = [analyzeText, analyzeFile, analyzeUrl];

type Given = Partial<AnalysisForm> & { idempotency_key?: string | undefined };

function formOf({ idempotency_key: _key, ...form }: Given): AnalysisForm {
  return form;
}

/** Analyzes a report like `POST /api/analyze`. */
async function analyze(
  call: Call,
  form: AnalysisForm,
  { idempotency_key: key }: Given,
  file: { bytes: Uint8Array; filename: string } | null = null,
) {
  const { deps, actor, signal } = call;
  const input = await readAnalysisInput(deps, form, file, actor.name);
  const begun = await beginSession(deps, actor, input, key ?? null);
  const events = { ...SILENT, progress: call.progress };
  const analysis: Analysis | null = begun.isRepeated
    ? await readSession(deps, begun.id, false)
    : await analyseReport(deps, begun.id, input, events, signal).catch((error: unknown) => {
        throw nameSession(error, begun.id);
      });
  if (analysis === null) throw noSuchSession(begun.id);
  return viewSession(analysis, { limit: FIRST_PAGE });
}
