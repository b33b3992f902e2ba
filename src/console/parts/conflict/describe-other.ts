export interface Me {
  name: string;
  auth_enabled: boolean;
}

/** Describes who made another change. In local mode everyone has the same name. */
export function describeOther(by: string | null, me: Me | undefined): string {
  if (by === null || me?.auth_enabled === false) return "Someone else in another window";
  return by === me?.name ? "You, in another window," : by;
}
