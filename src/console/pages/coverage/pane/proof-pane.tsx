import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type Coverage, type CoveredTechnique, proofQuery } from "../../../api/coverage.ts";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { AttackLink } from "../../../parts/attack-link.tsx";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../coverage-page.module.css";
import { type CoverageChange, type CoverageSearch, wantedOf } from "../search.ts";
import { rowId } from "../states/use-state-keys.ts";
import { familyOf, SET_KINDS, standingOf, STATES, stateName } from "../words.ts";
import { AnalyticsProof } from "./analytics-proof.tsx";
import { RulesProof } from "./rules-proof.tsx";
import { TestsProof } from "./tests-proof.tsx";

interface Props {
  coverage: Coverage;
  search: CoverageSearch;
  onChange: (change: CoverageChange) => void;
}

/** Why the selected technique is in its state. */
export function ProofPane({ coverage, search, onChange }: Props) {
  const { technique: id = "" } = search;
  const listed = coverage.techniques.find(({ attack_id }) => attack_id === id);
  const asked = useQuery(proofQuery(wantedOf(search), id));
  const close = () => {
    onChange({ technique: undefined });
    document.getElementById(rowId(id))?.focus();
  };
  return (
    <aside aria-label="Proof" className={styles.pane}>
      <button type="button" className={styles.close} aria-label="Close the proof" onClick={close}>
        ×
      </button>
      <h2 className={styles.paneName}>
        <AttackLink
          id={id}
          name={listed?.name ?? asked.data?.name ?? null}
          domain={coverage.domain}
          version={coverage.version}
        />
      </h2>
      {asked.isError ? (
        <ErrorPane error={asked.error} onRetry={() => void asked.refetch()} />
      ) : null}
      {asked.isPending ? <Skeleton what="the proof" /> : null}
      {asked.data === null ? <p>The release does not have this technique.</p> : null}
      {asked.data == null ? null : (
        <Proof technique={asked.data} coverage={coverage} from={listed?.from ?? []} />
      )}
    </aside>
  );
}

interface ProofProps {
  technique: CoveredTechnique;
  coverage: Coverage;
  from: CoveredTechnique["from"];
}

function Proof({ technique, coverage: { domain, version }, from }: ProofProps) {
  const { attack_id: id, platforms } = technique;
  const [state, family] = [standingOf(technique), familyOf(technique)];
  const { means, sign } = STATES.find((one) => one.state === state) ?? { means: "", sign: "" };
  return (
    <>
      <p className={styles.state} data-state={state}>
        <span aria-hidden="true" className={styles.sign}>
          {sign}
        </span>{" "}
        <strong>{stateName(state)}.</strong> {means}
      </p>
      {family === state ? null : (
        <p className={styles.quiet}>
          With the technique above it and its sub-techniques: {stateName(family).toLowerCase()}.
        </p>
      )}
      <p className={styles.quiet}>{platforms.join(", ")}</p>
      {from.length === 0 ? null : <From from={from} />}
      <TestsProof technique={technique} domain={domain} version={version} />
      <RulesProof technique={technique} />
      <AnalyticsProof technique={technique} />
      <Link to="/matrix" search={{ technique: id, domain, version }}>
        {id} on the matrix
      </Link>
    </>
  );
}

function From({ from }: { from: CoveredTechnique["from"] }) {
  return (
    <ul aria-label="Asked by" className={styles.chips}>
      {from.map(({ kind, id, name, confidence }) => (
        <li key={`${kind} ${id}`} className={styles.chip}>
          <span className={styles.quiet}>
            {Object.values(SET_KINDS).find((one) => one.kind === kind)?.name}
          </span>{" "}
          {name === null ? null : (
            <bdi>
              <VisibleText text={name} />
            </bdi>
          )}
          {confidence === undefined ? null : (
            <span className={styles.quiet}> · {Math.round(confidence * 100)} %</span>
          )}
        </li>
      ))}
    </ul>
  );
}
