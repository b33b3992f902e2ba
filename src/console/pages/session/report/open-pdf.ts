import { api, bodyOf } from "../../../api/client.ts";
import type { PDFDocumentProxy } from "pdfjs-dist";

export interface OpenPdf {
  pdf: PDFDocumentProxy;
  close: () => void;
}

/**
 * Loads the file of a session and opens it in a worker of PDF.js.
 * @throws Problem, or Error of PDF.js
 */
export async function openPdf(sessionId: string, signal: AbortSignal): Promise<OpenPdf> {
  const [{ getDocument, GlobalWorkerOptions }, { default: workerUrl }, data] = await Promise.all([
    import("pdfjs-dist"),
    import("pdfjs-dist/build/pdf.worker.min.mjs?url"),
    readFile(sessionId, signal),
  ]);
  GlobalWorkerOptions.workerSrc = workerUrl;
  // Forms, scripts and links of an untrusted report stay disabled: only images of pages are drawn.
  const task = getDocument({ data, enableXfa: false, useWasm: false, verbosity: 0 });
  signal.addEventListener("abort", () => void task.destroy());
  return { pdf: await task.promise, close: () => void task.destroy() };
}

async function readFile(sessionId: string, signal: AbortSignal): Promise<Uint8Array> {
  const path = { session_id: sessionId };
  const asked = api.GET("/api/analyze/{session_id}/file", {
    params: { path },
    parseAs: "arrayBuffer",
    signal,
  });
  return new Uint8Array(await bodyOf(asked as never));
}
