import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type Rule, rulesQuery } from "../../../api/rules.ts";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import styles from "../../../parts/library/library.module.css";
import { Section } from "../../../parts/library/section.tsx";
import { LANGUAGE_NAMES, STATE_NAMES } from "../../../parts/rule-names.ts";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";

const MOST = 10;
const TONES: Partial<Record<Rule["state"], string>> = { enabled: "good" };

/** Returns the query for the rules of a technique. */
export function rulesOf(id: string) {
  return { technique_id: id, limit: MOST, offset: 0 };
}

/** The detection rules for the technique. */
export function RulesSection({ id, mayDraft = false }: { id: string; mayDraft?: boolean }) {
  const isAnalyst = useMayChange();
  const asked = useQuery(rulesQuery(rulesOf(id)));
  const { items = [], total = 0 } = asked.data ?? {};
  return (
    <Section id="rules" title="Rules" count={asked.data?.total}>
      {asked.isError ? (
        <ErrorPane error={asked.error} onRetry={() => void asked.refetch()} />
      ) : null}
      {asked.isPending ? <Skeleton what="the rules" lines={2} /> : null}
      {asked.data !== undefined && total === 0 ? (
        <p className={styles.quiet}>
          No rule names this technique.
          {mayDraft && isAnalyst ? " Draft one with the button at the top of the page." : ""}
        </p>
      ) : null}
      <ul className={styles.rows}>
        {items.map(({ rule_id: ruleId, title, state, language, header }) => (
          <li key={ruleId}>
            <span className={styles.line}>
              <Link to="/rules/$ruleId" params={{ ruleId }}>
                <bdi>
                  <VisibleText text={title || "Untitled rule"} />
                </bdi>
              </Link>
              <span className={styles.badge} data-tone={TONES[state]}>
                {STATE_NAMES[state]}
              </span>
              <span className={styles.small}>
                {[LANGUAGE_NAMES[language], header?.level].filter(Boolean).join(" · ")}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {total > items.length ? (
        <Link to="/rules" search={{ technique_id: id }}>
          All {total} rules
        </Link>
      ) : null}
    </Section>
  );
}
