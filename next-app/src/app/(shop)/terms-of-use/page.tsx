import type { Metadata } from "next";
import { LegalPage, legalMetadata } from "@/features/legal/legal-page";
import { routes } from "@/lib/routes";

export const kind = "public";

export function generateMetadata(): Promise<Metadata> {
  return legalMetadata("use", routes.termsOfUse());
}

export default function TermsOfUsePage() {
  return <LegalPage kind="use" />;
}
