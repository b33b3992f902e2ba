import { parentPort } from "node:worker_threads";
import { getResolvedPDFJS } from "unpdf";
import { extractDocument } from "../../documents/extract-document.ts";
import { isDocumentErrorCode } from "../../documents/extraction-protocol.ts";
import { AppError } from "../../lib/errors.ts";
import type { ExtractionOutcome, ExtractionTask } from "./extraction-message.ts";

const port = parentPort;
if (port === null) throw new Error("This module is the entry of a worker thread.");

// Messages wait in the port meanwhile: the first PDF finds its library loaded.
await getResolvedPDFJS();

port.on("message", (task: ExtractionTask) => {
  void extract(task).then((outcome) => port.postMessage(outcome));
});

async function extract(task: ExtractionTask): Promise<ExtractionOutcome> {
  try {
    return { document: await extractDocument(task.file, task.limits) };
  } catch (error) {
    if (error instanceof AppError && isDocumentErrorCode(error.code)) {
      return { failure: { code: error.code, detail: error.message } };
    }
    const detail = "The document cannot be read; open it, save it again and upload that.";
    return { failure: { code: "document_unreadable", detail } };
  }
}
