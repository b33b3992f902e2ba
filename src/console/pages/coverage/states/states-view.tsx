import { counted } from "../../../parts/counted.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { tacticsQuery } from "../../../api/attack.ts";
import type { Coverage } from "../../../api/coverage.ts";
import controls from "../../../parts/controls.module.css";
import fields from "../../../parts/filter-fields/filter-fields.module.css";
import { SearchField } from "../../../parts/filter-fields/filter-fields.tsx";
import heat from "../../../parts/heat/heat.module.css";
import { heatOf } from "../../../parts/heat/heat.ts";
import { SmallMatrix } from "../../../parts/small-matrix/small-matrix.tsx";
import { useMayChange } from "../../../parts/use-may-change.ts";
import styles from "../coverage-page.module.css";
import { ProofPane } from "../pane/proof-pane.tsx";
import type { CoverageChange, CoverageSearch } from "../search.ts";
import { standingOf, stateName, STATES } from "../words.ts";
import { ByTactic } from "./by-tactic.tsx";
import { fitting, SQUARE_SCORES } from "./fitting.ts";
import { LeftOut } from "./left-out.tsx";
import { StateTiles } from "./state-tiles.tsx";
import { TechniqueRows } from "./technique-rows.tsx";
import { SEARCH_ID, useStateKeys } from "./use-state-keys.ts";

interface Props {
  coverage: Coverage;
  search: CoverageSearch;
  onChange: (change: CoverageChange) => void;
}

/** The states: totals, by tactic, and each technique with its proof. */
export function StatesView({ coverage, search, onChange }: Props) {
  const shown = useMemo(() => fitting(coverage.techniques, search), [coverage, search]);
  useStateKeys({ shown, search, onChange });
  return (
    <div className={styles.panes} data-open={search.technique !== undefined}>
      <div className={styles.answer}>
        <WhatIsMissing coverage={coverage} />
        <StateTiles coverage={coverage} search={search} onChange={onChange} />
        <LeftOut coverage={coverage} />
        <ByTactic coverage={coverage} search={search} onChange={onChange} />
        <Filters search={search} count={shown.length} onChange={onChange} />
        {search.squares === true ? (
          <Squares techniques={shown} coverage={coverage} onChange={onChange} />
        ) : (
          <TechniqueRows techniques={shown} chosen={search.technique} onChange={onChange} />
        )}
      </div>
      {search.technique === undefined ? null : (
        <ProofPane key={search.technique} coverage={coverage} search={search} onChange={onChange} />
      )}
    </div>
  );
}

interface FilterProps extends Pick<Props, "search" | "onChange"> {
  count: number;
}

/** The filters of the list, and how many techniques remain. */
function Filters({ search, count, onChange }: FilterProps) {
  return (
    <div className={`${fields.filters} ${styles.search}`} role="search" aria-label="Techniques">
      <SearchField
        id={SEARCH_ID}
        hint="ID or name of a technique"
        value={search.search ?? ""}
        onChange={(text) => onChange({ search: text || undefined })}
      />
      <button
        type="button"
        className={controls.button}
        aria-pressed={search.squares === true}
        onClick={() => onChange({ squares: search.squares === true ? undefined : true })}
      >
        As squares
      </button>
      <span role="status" className={styles.quiet}>
        {counted(count, "technique")}
        {search.state === undefined ? "" : `, ${stateName(search.state).toLowerCase()}`}
      </span>
    </div>
  );
}

interface SquaresProps extends Pick<Props, "coverage" | "onChange"> {
  techniques: Coverage["techniques"];
}

/** A square for each technique. Lower coverage gives a stronger color. */
function Squares({ techniques, coverage: { domain, version }, onChange }: SquaresProps) {
  const { data: tactics = [] } = useQuery(tacticsQuery({ domain, version }));
  const squares = useMemo(
    () =>
      techniques.map((technique) => ({
        attack_id: technique.attack_id,
        name: `${technique.name}: ${stateName(standingOf(technique)).toLowerCase()}`,
        tactics: technique.tactics,
        score: SQUARE_SCORES[standingOf(technique)],
      })),
    [techniques],
  );
  return (
    <div>
      <ul aria-label="Colors" className={styles.legend}>
        {STATES.map(({ state, name }) => (
          <li key={state}>
            <span className={heat.heat} data-heat={heatOf(SQUARE_SCORES[state])} /> {name}
          </li>
        ))}
      </ul>
      <SmallMatrix
        tactics={tactics}
        techniques={squares}
        onChoose={(technique) => onChange({ technique })}
      />
    </div>
  );
}

/** What to do if nothing can be detected yet. */
function WhatIsMissing({ coverage: { inventory, rules } }: { coverage: Coverage }) {
  const mayChange = useMayChange();
  const all = rules.enabled + rules.draft + rules.disabled;
  return (
    <>
      {inventory.entries > 0 ? null : (
        <p className={styles.notice}>
          No log source is collected yet, so nothing counts as detected.{" "}
          <Link to="/coverage/log-sources">
            {mayChange ? "Add what you collect" : "See the log sources"}
          </Link>
          .
        </p>
      )}
      {rules.enabled > 0 ? null : (
        <p className={styles.notice}>
          No rule is enabled{all === 0 ? "" : `; ${counted(all, "rule")} are drafts or disabled`}.{" "}
          <Link to="/rules">
            {all === 0 ? "Import the rules that you run" : "Enable the rules that run"}
          </Link>
          .
        </p>
      )}
    </>
  );
}
