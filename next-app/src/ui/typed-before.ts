import { flushSync } from "react-dom";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Typed = { control: Control; value: string } | { control: HTMLInputElement; checked: boolean };

/**
 * Returns what was typed, selected or checked in a form before hydration. The DOM controls have these values, while
 * React only knows the rendered ones. Values that the browser filled in are included.
 */
export function typedBefore(form: HTMLFormElement): Typed[] {
  return [...form.elements].flatMap((control): Typed[] => {
    // A disabled field cannot be typed in.
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

/**
 * Reports the values to React one by one. A value may change other fields, and these changes are rendered before the
 * next value is reported.
 */
export function reportTypedValues(typed: Typed[]): void {
  for (const each of typed) {
    if (each.control.isConnected) flushSync(() => reportValue(each));
  }
}

function reportValue(typed: Typed): void {
  const { control } = typed;
  if ("checked" in typed) {
    // React handles a click only if the control's state differs from the one it has recorded.
    typed.control.checked = !typed.checked;
    control.click();
    return;
  }
  // React replaces the setter of the value and records what is set with it. So the default is set with React's setter,
  // the typed value is set with the native setter, and React notices the difference.
  if (control instanceof HTMLInputElement) control.value = control.defaultValue;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, typed.value);
  control.dispatchEvent(new Event("input", { bubbles: true }));
  control.dispatchEvent(new Event("change", { bubbles: true }));
}
