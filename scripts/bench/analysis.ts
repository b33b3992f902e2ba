import { analyse } from "../../test/support/node/service.ts";
import { readShared } from "../../test/support/node/shared-data.ts";
import { median, ms, row, RUNS, time, withService } from "./measure.ts";

/** Analysis by the embedded analyser, from request to answer. */
export async function benchAnalysis(): Promise<void> {
  const pdf = readShared("reports/AA20-302A.pdf");
  const text = "The actor ran T1059.001 on the host and sent mail with an attachment. ".repeat(600);
  const fields =
    pdf === null ? { text } : { file: new File([new Uint8Array(pdf)], "AA20-302A.pdf") };
  const million = { text: text.repeat(30).slice(0, 1_000_000) };
  await withService(async (service) => {
    const first = await time(() => analyse(service.url, fields));
    const warm: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      warm.push(await time(() => analyse(service.url, fields)));
    }
    row(
      `${pdf === null ? "a text made here" : "AA20-302A.pdf, 22 pages"}: first analysis`,
      ms(first),
    );
    row("  the same, warm", ms(median(warm)));
    row("1,000,000 characters of text", ms(await time(() => analyse(service.url, million))));
  });
}
