import { describeMethod, LIMITS, listWarnings } from "../content/method.ts";
import type { SessionContent } from "../content/session-content.ts";
import { AREA } from "../pdf/document/flow.ts";
import type { Report } from "../pdf/document/report.ts";
import { type TextStyle, STYLES } from "../pdf/layout/style.ts";
import { drawFacts } from "./cover.ts";

const BULLET_WIDTH = 12;

/** Draws how the report was analyzed, who reviewed it, and the remaining limitations. */
export function drawMethod(report: Report, content: SessionContent): void {
  const warnings = listWarnings(content);
  if (warnings.length > 0) {
    report.subheading("Before you rely on it");
    drawBullets(report, warnings, STYLES.body);
  }
  report.subheading("Method");
  drawFacts(report, describeMethod(content), 4);
  report.subheading("Limits");
  drawBullets(report, LIMITS, STYLES.body);
}

function drawBullets(report: Report, texts: readonly string[], style: TextStyle): void {
  for (const text of texts) {
    const lines = report.set(text, style, AREA.width - BULLET_WIDTH);
    const [bullet] = report.set("•", style, BULLET_WIDTH);
    report.flow.need((lines[0]?.height ?? 0) + (lines[1]?.height ?? 0));
    bullet?.draw(report.flow.page, AREA.left, report.flow.top);
    report.flow.add(lines, AREA.left + BULLET_WIDTH);
    report.flow.skip(3);
  }
}
