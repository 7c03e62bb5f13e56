"use client";

import { type ReactNode, useState } from "react";
import { addressTexts } from "@/text/areas/address";
import { useText } from "@/text/use-text";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";

type Props = {
  address1: ReactNode;
  /** The second line of the street. It gets the focus if a button has just added it. */
  address2: (autoFocus: boolean) => ReactNode;
  /** Whether the second line has a value or an error, so that it is shown without pressing the button. */
  hasAddress2: boolean;
  /** Whether the address is a copy that cannot be edited. */
  disabled?: boolean;
  zip: ReactNode;
  city: ReactNode;
  state: ReactNode;
};

/** The fields of a postal address in the order of all forms, in a grid of six columns. */
export function PostalLayout({ address1, address2, hasAddress2, disabled, zip, city, state }: Props) {
  const t = useText(addressTexts);
  const [isAdded, setAdded] = useState(false);
  return (
    <>
      <div className="sm:col-span-6">{address1}</div>
      <div className="empty:hidden sm:col-span-6">
        {isAdded || hasAddress2 ? (
          address2(isAdded)
        ) : disabled ? null : (
          <Button appearance="quiet" className="-my-2 -ml-5" onClick={() => setAdded(true)}>
            <Icon name="plus" size={20} />
            {t("address.address2-add")}
          </Button>
        )}
      </div>
      <div className="sm:col-span-2">{zip}</div>
      <div className="sm:col-span-2">{city}</div>
      <div className="sm:col-span-2">{state}</div>
    </>
  );
}
