import styles from "./findings.module.css";
import type { FindingsProps } from "./findings.tsx";

type Kind = NonNullable<FindingsProps["analysis"]["document_kind"]>;

const KINDS: Record<Kind["kind"], string> = {
  threat_report: "Threat report",
  research_or_guidance: "Security research or guidance",
  other: "Other text",
};

/** The kind of text, with its probability and the reasons for it. */
export function DocumentKind({ kind }: { kind: Kind | null }) {
  if (kind === null) return null;
  const { probability, reasons, sections } = kind;
  const apart = `Long sections of another kind, with candidates only: ${sections.length}.`;
  return (
    <>
      <h2>Kind of text</h2>
      <p className={styles.text}>
        {KINDS[kind.kind]} (probability {Math.round(100 * probability)} %). {reasons.join(" ")}
        {sections.length === 0 ? null : ` ${apart}`}
      </p>
    </>
  );
}
