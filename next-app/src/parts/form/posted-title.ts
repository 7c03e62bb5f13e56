import "server-only";
import { fetchPosted } from "@/api/posted";
import { fetchOverrides } from "@/api/server";
import { formTexts } from "@/text/areas/form";
import { createTranslate } from "@/text/texts";

/** The title of a page with a form. It starts with a note if the form was posted and not accepted. */
export async function postedTitle(title: string): Promise<string> {
  const [posted, overrides] = await Promise.all([fetchPosted(), fetchOverrides()]);
  return posted?.failure ? createTranslate(overrides, formTexts)("form.error-title", { title }) : title;
}
