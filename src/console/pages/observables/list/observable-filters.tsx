import { Link } from "@tanstack/react-router";
import controls from "../../../parts/controls.module.css";
import { PathLink } from "../../../parts/path-link.tsx";
import { reportPath } from "../../../parts/report-path.ts";
import fields from "../../../parts/filter-fields/filter-fields.module.css";
import { SearchField, TypedField } from "../../../parts/filter-fields/filter-fields.tsx";
import { KIND_NAMES, ORIGINS, ROLES } from "../shown/words.ts";
import type { Filters } from "./filters.ts";
import styles from "./observables-page.module.css";
import { Several } from "./several.tsx";

const KINDS = Object.entries(KIND_NAMES);
const ROLE_CHOICES = Object.entries(ROLES).map(([role, { name }]) => [role, name] as const);
/** Set by other pages and manually. Here they are only shown and removed. */
const DAYS = [
  ["first_seen_since", "First seen since"],
  ["first_seen_until", "First seen until"],
  ["last_seen_since", "Last seen since"],
  ["last_seen_until", "Last seen until"],
] as const;

interface Props {
  filters: Filters;
  onChange: (part: Filters) => void;
}

/** Fields that filter the list. The filters are in the address, so they can be shared. */
export function ObservableFilters({ filters, onChange }: Props) {
  const { q = "", kind = "", role = "", tag = "", min_confidence: least = "" } = filters;
  const { min_reports: reports = "" } = filters;
  return (
    <div className={styles.stack} role="search" aria-label="Observables">
      <div className={fields.filters}>
        <SearchField
          id="observable-search"
          hint="Beginning, domain, network such as 10.0.0.0/8, file name"
          value={q}
          onChange={(text) => onChange({ q: text })}
        />
        <TypedField label="Tag" hint="" value={tag} onChange={(one) => onChange({ tag: one })} />
        <TypedField
          label="Minimum confidence"
          hint="0 to 100"
          value={least}
          onChange={(number) => onChange({ min_confidence: number })}
        />
        <TypedField
          label="In at least"
          hint="Reports"
          value={reports}
          onChange={(number) => onChange({ min_reports: number })}
        />
        <Selects filters={filters} onChange={onChange} />
      </div>
      <div className={styles.severals}>
        <Several
          label="Kind"
          choices={KINDS}
          value={kind}
          onChange={(kinds) => onChange({ kind: kinds })}
        />
        <Several
          label="Role"
          choices={ROLE_CHOICES}
          value={role}
          onChange={(roles) => onChange({ role: roles })}
        />
        <Sources filters={filters} onChange={onChange} />
      </div>
    </div>
  );
}

function Selects({ filters: { origin, active }, onChange }: Props) {
  return (
    <>
      <label>
        Origin
        <select
          className={controls.field}
          value={origin ?? ""}
          onChange={({ target }) =>
            onChange({ origin: (target.value || undefined) as Filters["origin"] })
          }
        >
          <option value="">Any</option>
          {Object.entries(ORIGINS).map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        Active
        <select
          className={controls.field}
          value={active === undefined ? "" : String(active)}
          onChange={({ target }) =>
            onChange({ active: target.value === "" ? undefined : target.value === "true" })
          }
        >
          <option value="">Active or expired</option>
          <option value="true">Active</option>
          <option value="false">Expired</option>
        </select>
      </label>
    </>
  );
}

/** Filters of the list without a field. */
function Sources({ filters, onChange }: Props) {
  const { session_id: session, report_id: report } = filters;
  const off = (name: keyof Filters, what: string) => (
    <button
      type="button"
      className={controls.plain}
      aria-label={`Remove filter: ${what}`}
      title="Remove filter"
      onClick={() => onChange({ [name]: undefined })}
    >
      ×
    </button>
  );
  return (
    <>
      {session === undefined ? null : (
        <span className={styles.chip}>
          In{" "}
          <Link to="/sessions/$sessionId" params={{ sessionId: session }}>
            one report
          </Link>
          {off("session_id", "in one report")}
        </span>
      )}
      {report === undefined ? null : (
        <span className={styles.chip}>
          In <PathLink path={reportPath(report)}>one collected report</PathLink>
          {off("report_id", "in one collected report")}
        </span>
      )}
      {DAYS.map(([name, what]) =>
        filters[name] === undefined ? null : (
          <span key={name} className={styles.chip}>
            {what} {filters[name]} {off(name, `${what} ${filters[name]}`)}
          </span>
        ),
      )}
    </>
  );
}
