"use client";

import { Fault, type FaultProps } from "@/parts/frame/fault";

export default function ErrorPage(props: FaultProps) {
  return <Fault {...props} />;
}
