import { counted } from "../../../parts/counted.ts";
import { Link } from "@tanstack/react-router";
import type { CoverageRule, CoveredTechnique } from "../../../api/coverage.ts";
import { LANGUAGE_NAMES } from "../../../parts/rule-names.ts";
import { formatDay } from "../../../parts/when.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../coverage-page.module.css";
import { RELATIONS, TELEMETRY } from "../words.ts";

/** The enabled rules of a technique, its parent and its sub-techniques, and the number of inactive ones. */
export function RulesProof({ technique }: { technique: CoveredTechnique }) {
  const { attack_id: id, rules, rule_count: count } = technique;
  const own = rules.filter(({ relation }) => relation === "own");
  const others = rules.filter(({ relation }) => relation !== "own");
  return (
    <section aria-labelledby="proof-rules">
      <h3 id="proof-rules">
        Enabled rules <span className={styles.quiet}>{count}</span>
      </h3>
      {count === 0 ? <p className={styles.quiet}>No enabled rule covers this technique.</p> : null}
      <ul className={styles.rows}>
        {own.map((rule) => (
          <RuleLine key={rule.rule_id} rule={rule} />
        ))}
      </ul>
      {own.length < count ? (
        <p className={styles.quiet}>
          {own.length} of {count} are listed;{" "}
          <Link to="/rules" search={{ technique_id: id, state: "enabled" }}>
            all of them
          </Link>
          .
        </p>
      ) : null}
      <Idle technique={technique} />
      {others.length === 0 ? null : (
        <>
          <h4>Of its relatives, which do not count</h4>
          <ul className={styles.rows}>
            {others.map((rule) => (
              <RuleLine key={`${rule.technique_id} ${rule.rule_id}`} rule={rule} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function RuleLine({ rule }: { rule: CoverageRule }) {
  const {
    rule_id,
    title,
    language,
    level,
    relation,
    technique_id,
    collected,
    by,
    fired_at: fired,
  } = rule;
  return (
    <li data-collected={collected}>
      <Link to="/rules/$ruleId" params={{ ruleId: rule_id }}>
        <bdi>
          <VisibleText text={title} />
        </bdi>
      </Link>
      <span className={styles.below}>
        {[LANGUAGE_NAMES[language], level].filter(Boolean).join(", ")}: {TELEMETRY[collected]}
        {by === null ? "" : `, by ${by}`}
        {fired === null ? "" : ` · fired on its sample on ${formatDay(fired)}`}
        {relation === "own" ? "" : ` · ${RELATIONS[relation]} ${technique_id}`}
      </span>
    </li>
  );
}

/** Rules that do not count: drafts and disabled ones. */
function Idle({ technique }: { technique: CoveredTechnique }) {
  const { attack_id: id, draft_count: drafts, disabled_count: off } = technique;
  if (drafts + off === 0) return null;
  return (
    <p>
      Not counted:{" "}
      {drafts === 0 ? null : (
        <Link to="/rules" search={{ technique_id: id, state: "draft" }}>
          {counted(drafts, "draft")}
        </Link>
      )}
      {drafts > 0 && off > 0 ? ", " : ""}
      {off === 0 ? null : (
        <Link to="/rules" search={{ technique_id: id, state: "disabled" }}>
          {counted(off, "disabled rule")}
        </Link>
      )}
    </p>
  );
}
