import type { ReactNode } from "react";
import type { Schema } from "../../api/client.ts";
import { AttackLink } from "../../parts/attack-link.tsx";
import { AttackText } from "../../parts/attack-text/attack-text.tsx";
import styles from "../../parts/library/library.module.css";
import { NoDescription } from "../../parts/library/no-description.tsx";
import { Section } from "../../parts/library/section.tsx";
import { Contents } from "./sections/contents.tsx";
import { DetectionSection } from "./sections/detection-section.tsx";
import { Facts } from "./sections/facts.tsx";
import { MitigationsSection } from "./sections/mitigations-section.tsx";
import { RulesSection } from "./sections/rules-section.tsx";
import { TestsSection } from "./sections/tests-section.tsx";
import { UsersSection } from "./sections/users-section.tsx";

export type Technique = Schema<"TechniqueDetail">;
export interface Release {
  domain: string | undefined;
  version: string | undefined;
}

interface Props {
  technique: Technique;
  release: Release;
  evidence: ReactNode;
}

/** Everything in the release about a technique. */
export function TechniqueView({ technique, release, evidence }: Props) {
  const { attack_id: id, description, external_references: sources } = technique;
  return (
    <>
      <Former technique={technique} release={release} />
      <div className={styles.layout}>
        <div className={styles.main}>
          <Contents technique={technique} release={release} />
          <Section id="definition" title="Definition">
            {description === null ? (
              <NoDescription />
            ) : (
              <div className={styles.text}>
                <AttackText text={description} release={release} self={id} sources={sources} />
              </div>
            )}
          </Section>
          {evidence}
          <RulesSection id={id} mayDraft={technique.state === "active"} />
          <DetectionSection id={id} release={release} />
          <TestsSection id={id} release={release} />
          <MitigationsSection id={id} release={release} sources={sources} />
          <UsersSection technique={technique} release={release} />
        </div>
        <Facts technique={technique} release={release} />
      </div>
    </>
  );
}

/** The status of a technique that is no longer active. */
function Former({ technique, release }: { technique: Technique; release: Release }) {
  const { state, successors, attack_id: id } = technique;
  if (state === "active") return null;
  return (
    <p className={styles.notice}>
      <strong>{state === "revoked" ? "Revoked." : "Deprecated."}</strong>{" "}
      {successors.length === 0
        ? `ATT&CK no longer maintains ${id} and names no successor.`
        : `ATT&CK replaced ${id}. See `}
      {successors.map((successor, index) => (
        <span key={successor}>
          {index === 0 ? "" : ", "}
          <AttackLink id={successor} {...release} />
        </span>
      ))}
      {successors.length === 0 ? "" : "."}
    </p>
  );
}
