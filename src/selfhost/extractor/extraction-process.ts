import { getResolvedPDFJS } from "unpdf";
import { extractDocument } from "../../documents/extract-document.ts";
import { isDocumentErrorCode } from "../../documents/extraction-protocol.ts";
import { AppError } from "../../lib/errors.ts";
import type { ExtractionOutcome, ExtractionTask } from "./extraction-message.ts";

// Without its parent this process has nothing to do.
process.on("disconnect", () => process.exit());
process.on("message", (task: ExtractionTask) => {
  void extract(task).then((outcome) => process.send?.(outcome));
});

// Loaded at once, so that the first PDF does not wait for its library.
await getResolvedPDFJS();

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
