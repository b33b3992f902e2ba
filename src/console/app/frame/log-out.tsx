import { useMutation } from "@tanstack/react-query";
import { describeFailure } from "../../api/problem.ts";
import { logOut } from "../../api/service.ts";
import styles from "./frame.module.css";

/** Logs out of this service, then of the identity provider. */
export function LogOut() {
  const leaving = useMutation({
    mutationFn: logOut,
    onSuccess: ({ location }) => window.location.assign(location),
  });
  return (
    <>
      {" "}
      <button
        type="button"
        className={styles.logOut}
        disabled={leaving.isPending || leaving.isSuccess}
        onClick={() => leaving.mutate()}
      >
        Log out
      </button>
      {leaving.isError ? <span role="alert"> {describeFailure(leaving.error)}</span> : null}
    </>
  );
}
