import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { fetchSettings } from "@/api/server";
import { ThemePreview } from "@/features/theme-preview/theme-preview";
import { styleKey } from "@/lib/style-key";

type Props = { searchParams: Promise<{ [name: string]: string | string[] | undefined }> };

export const metadata: Metadata = { title: "Theme preview", robots: { index: false } };

/** Shows operators all components in a theme. Only test shops, and shops without https, have this page. */
export default async function ThemePage({ searchParams }: Props) {
  const settings = await fetchSettings();
  const isPublic = settings.publicUrl.startsWith("https:") && !settings.testNotice;
  if (isPublic) notFound();
  const { key, mode } = await searchParams;
  return (
    <ThemePreview
      theme={styleKey(typeof key === "string" ? key : settings.styleKey)}
      mode={mode === "light" || mode === "dark" ? mode : null}
      ownTheme={styleKey(settings.styleKey)}
    />
  );
}
