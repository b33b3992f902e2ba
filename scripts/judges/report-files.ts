import { readdirSync } from "node:fs";
import { join } from "node:path";
import { dataFolder } from "../data/data-folder.ts";

const REPORTS = join(dataFolder(), "reports");
const SAMPLE = join(import.meta.dirname, "../../examples/report.pdf");

/** The sample and the reports of the data folder. */
export const REPORT_FILES: readonly string[] = [
  SAMPLE,
  ...readdirSync(REPORTS)
    .filter((name) => /\.(?:pdf|docx|html|txt)$/.test(name))
    .map((name) => join(REPORTS, name)),
];
