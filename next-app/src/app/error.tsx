"use client";

import { PageError, type PageErrorProps } from "@/parts/frame/page-error";

export default function ErrorPage(props: PageErrorProps) {
  return <PageError {...props} />;
}
