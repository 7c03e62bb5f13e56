import { routes } from "@/lib/routes";
import type { TextIdOf } from "@/text/texts";

/** What an account owns, and the page that shows it. A page gets its line here when it exists, and not before. */
export type ProfileSection = {
  title: TextIdOf<"profile">;
  intro: TextIdOf<"profile">;
  href: string;
};

export const profileSections: ProfileSection[] = [
  { title: "profile.passes", intro: "profile.passes-intro", href: routes.passLink() },
];
