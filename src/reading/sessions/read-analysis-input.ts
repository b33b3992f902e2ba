import { DEFAULT_DOMAIN } from "../../knowledge/attack/vocabulary.ts";
import { resolveIndex } from "../../knowledge/attack/resolve-release.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import type { SessionDeps } from "./deps.ts";
import type { DocumentFile, PrintedPages } from "../../formats/documents/document.ts";
import type { Document } from "../../text/document/document.ts";
import { openDocument } from "../../text/outline/open-document.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { BALANCED, type Strictness } from "../analyser/strictness.ts";
import type { AnalysisProvider } from "../providers/analysis-provider.ts";
import { openProvider } from "../providers/open-provider.ts";
import { fetchReport } from "./fetch-report.ts";
import { cleanLine } from "../../platform/lib/clean-text.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import { whyNotPublic } from "../../platform/outbound/public-network.ts";
import type { Upload } from "./session-files.ts";
import { parseSlot } from "../providers/parse-slot.ts";
import type { ProviderSlot } from "../providers/vocabulary.ts";
import type { AnalysisForm } from "./analysis-form.ts";

const NO_INPUT = "Provide either 'text' or 'file'";
const URL_AND_MORE = "Provide 'url' alone, or 'text' or 'file' without it";
const MAX_FILENAME_CHARS = 255;
const MAX_NAME_CHARS = 255;

/** A report, the provider to analyze it, and the release to map it to. */
export interface AnalysisInput {
  slot: ProviderSlot;
  provider: AnalysisProvider;
  release: ReleaseIndex;
  /** Domain and version as requested. "" for the default. */
  asked: [domain: string, version: string];
  strictness: Strictness;
  name: string | null;
  document: Document;
  /** The pages of a PDF's lines. Null for formats without pages. */
  printed: PrintedPages | null;
  upload: Upload | null;
  warnings: string[];
  /** Where the report was fetched, and the name in the request, which is not the page's title. */
  source_url?: string;
  /** Publication date according to the source, ISO 8601. */
  published_at?: string | null;
  given_name?: string | null;
}

/**
 * Reads and validates the form of an analysis. Stores nothing.
 * @param uploaded the form's file, which is not among its fields
 * @param caller whose uploads are processed one at a time
 * @throws AppError for every fault of the input (docs/api.md, Limits and Analysis)
 */
export async function readAnalysisInput(
  deps: SessionDeps,
  form: AnalysisForm,
  uploaded: DocumentFile | null = null,
  caller = "",
): Promise<AnalysisInput> {
  const slot = parseSlot(form.provider);
  const file = uploaded !== null && uploaded.bytes.byteLength > 0 ? uploaded : null;
  const typed = form.text !== undefined && form.text.trim() !== "" ? form.text : null;
  const url = form.url?.trim() ?? "";
  if (url !== "" && (file !== null || typed !== null)) {
    throw new AppError("input_required", URL_AND_MORE);
  }
  if (url === "" && file === null && typed === null) throw new AppError("input_required", NO_INPUT);
  const strictness = strictnessOf(form);
  const provider = openProvider(deps, slot, strictness.mode);
  const release = await resolveIndex(deps, {
    domain: form.domain === undefined || form.domain === "" ? DEFAULT_DOMAIN : form.domain,
    version: form.version === "" ? undefined : form.version,
  });
  const name = cleanLine(form.name ?? "");
  const asked: [string, string] = [form.domain ?? "", form.version ?? ""];
  const common = { slot, provider, release, asked, strictness, name: name === "" ? null : name };
  if (url !== "") return { ...common, ...(await readUrl(deps, url, common.name, caller)) };
  if (file === null) return { ...common, ...(await readText(deps, typed ?? "")) };
  const warnings =
    typed === null ? [] : ["Both a file and a text were sent; the file was analyzed."];
  return { ...common, ...(await readFile(deps, file, caller)), warnings };
}

function strictnessOf({ mode, min_confidence: least }: AnalysisForm): Strictness {
  const isDefault = mode === undefined || mode === "";
  return { mode: isDefault ? BALANCED.mode : mode, min_confidence: least ?? null };
}

/** The fields of an input that describe the report. */
type ReadReport = Pick<AnalysisInput, "document" | "printed" | "upload">;

async function readText(
  deps: SessionDeps,
  text: string,
): Promise<ReadReport & Pick<AnalysisInput, "warnings">> {
  const limit = deps.settings.MAX_TEXT_CHARS;
  if (text.length > limit) {
    throw new AppError("text_too_long", `The text has more than ${limit} characters; split it.`);
  }
  return { document: openDocument(text), printed: null, upload: null, warnings: [] };
}

async function readFile(
  deps: SessionDeps,
  file: DocumentFile,
  caller: string,
): Promise<ReadReport> {
  const { bytes } = file;
  const filename = baseName(file.filename);
  const { text, blocks, printed, media_type } = await deps.readers.document(caller, {
    bytes,
    filename,
  });
  const document = openDocument(text, blocks);
  return { document, printed: printed ?? null, upload: { bytes, filename, media_type } };
}

/** Fetches a report from its address. @throws AppError `validation_error`, `document_unreadable` */
async function readUrl(deps: SessionDeps, url: string, name: string | null, caller: string) {
  const why = whyNotPublic(url, deps.settings.ALLOW_PRIVATE_SOURCES);
  if (why !== null) {
    const errors = [{ pointer: "/url", detail: why }];
    const detail = `The address ${why}; name a page on the public internet, or send its text or file.`;
    throw new AppError("validation_error", detail, { errors });
  }
  const fetched = await fetchReport(deps, url, caller).catch((error: unknown) => {
    if (!(error instanceof OutboundError)) throw error;
    const detail = `${error.message.replace(/\.$/, "")}; check the address, or save the page and send it as a file.`;
    throw new AppError("document_unreadable", detail, { cause: error });
  });
  const { bytes } = fetched;
  const { text, blocks, printed, media_type, title = "" } = fetched.document;
  const titled = cleanLine(title.slice(0, MAX_NAME_CHARS)) || null;
  return {
    name: name ?? titled,
    given_name: name,
    document: openDocument(text, blocks),
    printed: printed ?? null,
    upload: { bytes, filename: filenameOf(url), media_type },
    source_url: url,
    warnings: [],
  };
}

/** Returns the last part of an address's path, or else its host. */
function filenameOf(url: string): string {
  const { pathname, host } = new URL(url);
  return baseName(pathname.replace(/\/+$/, "")) || host;
}

/** Returns the name of a file without its path, which some browsers send, and without invisible characters. */
function baseName(path: string): string {
  const last = path.split(/[/\\]/).at(-1) ?? "";
  return cleanLine(last).slice(-MAX_FILENAME_CHARS);
}
