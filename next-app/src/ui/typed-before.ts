import { flushSync } from "react-dom";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Typed = { control: Control; value: string } | { control: HTMLInputElement; checked: boolean };

/**
 * What a visitor typed, chose or ticked in a form before its scripts ran: the controls still have it, React knows only what was
 * served. Whatever the browser filled in by itself counts as well.
 */
export function typedBefore(form: HTMLFormElement): Typed[] {
  return [...form.elements].flatMap((control): Typed[] => {
    // A copy of another field cannot be typed in.
    if (control.matches(":disabled")) return [];
    if (control instanceof HTMLSelectElement) {
      const served = [...control.options].find((option) => option.defaultSelected) ?? control.options[0];
      return control.value === (served?.value ?? "") ? [] : [{ control, value: control.value }];
    }
    if (control instanceof HTMLTextAreaElement)
      return control.value === control.defaultValue ? [] : [{ control, value: control.value }];
    if (!(control instanceof HTMLInputElement) || control.type === "file") return [];
    if (control.type === "radio" && !control.checked) return [];
    if (control.type === "radio" || control.type === "checkbox")
      return control.checked === control.defaultChecked ? [] : [{ control, checked: control.checked }];
    return control.value === control.defaultValue ? [] : [{ control, value: control.value }];
  });
}

/** Tells React, one control after the other: what a field changes of others is drawn before the next is told. */
export function announce(typed: Typed[]): void {
  for (const each of typed) {
    if (each.control.isConnected) flushSync(() => tell(each));
  }
}

function tell(typed: Typed): void {
  const { control } = typed;
  if ("checked" in typed) {
    // React hears a click, and only if it thinks that the control was the other way before.
    typed.control.checked = !typed.checked;
    control.click();
    return;
  }
  // React's own setter notes what it believes to stand there; the control's real one lets the difference be seen.
  if (control instanceof HTMLInputElement) control.value = control.defaultValue;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, typed.value);
  control.dispatchEvent(new Event("input", { bubbles: true }));
  control.dispatchEvent(new Event("change", { bubbles: true }));
}
