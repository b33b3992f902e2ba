import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { ruleQuery, type StoredRule } from "../../../api/rules.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../rules.module.css";
import { Code } from "./code.tsx";
import { Editor } from "./editor.tsx";
import { Facts } from "./facts.tsx";
import { Findings } from "./findings.tsx";
import { Samples } from "./samples.tsx";
import { StateButtons } from "./state-buttons.tsx";
import { TestOnEvents } from "./test-on-events.tsx";
import { Versions } from "./versions.tsx";

const route = getRouteApi("/rules/$ruleId");
const LIST = { to: "/rules", name: "Rules" };

/** One rule: its content, its state, its versions, and its results on events. */
export function RulePage() {
  const { ruleId } = route.useParams();
  const asked = useQuery(ruleQuery(ruleId));
  if (asked.isError) {
    return (
      <Page title="Rule" above={LIST}>
        <ErrorPane error={asked.error} onRetry={() => void asked.refetch()} />
      </Page>
    );
  }
  if (asked.data === undefined) {
    return (
      <Page title="Rule" above={LIST} wide>
        <Skeleton what="the rule" lines={12} />
      </Page>
    );
  }
  return <Shown key={ruleId} rule={asked.data} />;
}

function Shown({ rule }: { rule: StoredRule }) {
  const { language, content, validation, version } = rule;
  const mayChange = useMayChange();
  const [isEditing, setIsEditing] = useState(false);
  const [draft, setDraft] = useState<string | null>(null);
  const faults = new Set(validation.errors.map(({ line }) => line));
  return (
    <Page
      title={
        <bdi>
          <VisibleText text={rule.title || "Untitled rule"} />
        </bdi>
      }
      above={LIST}
      action={<StateButtons rule={rule} mayChange={mayChange} />}
      wide
    >
      <div className={styles.columns}>
        <div className={styles.stack}>
          <div className={styles.top}>
            <h2>Version {version}</h2>
            {mayChange && !isEditing ? (
              <button type="button" className={controls.button} onClick={() => setIsEditing(true)}>
                Write a new version
              </button>
            ) : null}
          </div>
          {isEditing ? (
            <Editor rule={rule} onWrite={setDraft} onClose={() => setIsEditing(false)} />
          ) : (
            <>
              <Findings validation={validation} />
              <Code text={content} faults={faults} />
            </>
          )}
          {version > 1 ? <Versions rule={rule} /> : null}
        </div>
        <div className={styles.stack}>
          <Facts rule={rule} />
          {language === "sigma" ? (
            <>
              <TestOnEvents rule={rule} mayChange={mayChange} draft={draft} />
              <Samples rule={rule} mayChange={mayChange} />
            </>
          ) : (
            <p className={styles.quiet}>Only Sigma rules can be tested on events.</p>
          )}
        </div>
      </div>
    </Page>
  );
}
