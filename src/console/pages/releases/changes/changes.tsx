import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type Compared, diffQuery, type ReleaseVersion } from "../../../api/releases.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { domainName } from "../../../parts/release-name.ts";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import styles from "../releases-page.module.css";
import { ChangeLists } from "./change-lists.tsx";
import { Impact } from "./impact.tsx";

const route = getRouteApi("/releases");

/** The changes between two releases of a domain, and which workspace objects they affect. */
export function Changes({ releases }: { releases: readonly ReleaseVersion[] }) {
  const search = route.useSearch();
  const compared = comparedOf(releases, search);
  return (
    <section aria-labelledby="changes" className={styles.part}>
      <h2 id="changes">What changed</h2>
      {compared === null ? (
        <p className={styles.quiet}>
          Two releases of one domain can be compared: which techniques were added, renamed, revoked
          or moved, and which of your reports, layers and rules that touches. Get a second one
          above.
        </p>
      ) : (
        <Comparison releases={releases} compared={compared} />
      )}
    </section>
  );
}

interface Props {
  releases: readonly ReleaseVersion[];
  compared: Compared;
}

function Comparison({ releases, compared }: Props) {
  const { data, error, isPending, refetch } = useQuery(diffQuery(compared));
  return (
    <>
      <Choice releases={releases} compared={compared} />
      <div className={styles.columns}>
        <div className={styles.part}>
          {error === null ? null : <ErrorPane error={error} onRetry={() => void refetch()} />}
          {isPending ? <Skeleton what="the changes" lines={9} /> : null}
          {data === undefined ? null : <ChangeLists diff={data} />}
        </div>
        <Impact key={Object.values(compared).join(" ")} compared={compared} />
      </div>
    </>
  );
}

/** Preserves the scroll position at the choice. */
const IN_PLACE = { replace: true, resetScroll: false } as const;

function Choice({ releases, compared: { domain, from, to } }: Props) {
  const navigate = route.useNavigate();
  const versions = releases.filter((one) => one.domain === domain).map(({ version }) => version);
  const choose = (part: Partial<Compared>) =>
    void navigate({ ...IN_PLACE, search: (before) => ({ ...before, ...part }) });
  const place = (version: string) => versions.indexOf(version);
  return (
    <p className={styles.line}>
      <label>
        Domain{" "}
        <select
          className={controls.field}
          value={domain}
          onChange={({ target }) =>
            void navigate({ search: { domain: target.value }, replace: true, resetScroll: false })
          }
        >
          {comparable(releases).map((one) => (
            <option key={one} value={one}>
              {domainName(one)}
            </option>
          ))}
        </select>
      </label>
      <label>
        From{" "}
        <select
          className={controls.field}
          aria-label="From release"
          value={from}
          onChange={({ target }) => choose({ domain, from: target.value, to })}
        >
          {versions
            .filter((version) => place(version) > place(to))
            .map((version) => (
              <option key={version}>{version}</option>
            ))}
        </select>
      </label>
      <label>
        to{" "}
        <select
          className={controls.field}
          aria-label="To release"
          value={to}
          onChange={({ target }) => {
            const later = target.value;
            const isEarlier = place(from) > place(later);
            const next = isEarlier ? from : versions[place(later) + 1];
            choose({ domain, from: next ?? from, to: later });
          }}
        >
          {versions.slice(0, -1).map((version) => (
            <option key={version}>{version}</option>
          ))}
        </select>
      </label>
    </p>
  );
}

/** Returns domains with at least two releases, in list order. */
function comparable(releases: readonly ReleaseVersion[]): string[] {
  const domains = [...new Set(releases.map(({ domain }) => domain))];
  return domains.filter((one) => releases.filter(({ domain }) => domain === one).length > 1);
}

/** Returns the releases of the address, or the two newest ones of a domain with at least two. */
function comparedOf(
  releases: readonly ReleaseVersion[],
  wanted: { [Name in keyof Compared]?: string | undefined },
): Compared | null {
  const domains = comparable(releases);
  const domain = domains.find((one) => one === wanted.domain) ?? domains[0];
  if (domain === undefined) return null;
  // Newest first.
  const versions = releases.filter((one) => one.domain === domain).map(({ version }) => version);
  const to = versions.slice(0, -1).find((one) => one === wanted.to) ?? versions[0] ?? "";
  const earlier = versions.slice(versions.indexOf(to) + 1);
  return { domain, from: earlier.find((one) => one === wanted.from) ?? earlier[0] ?? "", to };
}
