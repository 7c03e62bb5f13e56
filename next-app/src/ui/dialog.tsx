"use client";

import type { ReactNode } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { dialogTexts } from "@/text/areas/dialog";
import { useText } from "@/text/use-text";
import { IconButton } from "./button";
import { classNames } from "./class-names";
import { Icon } from "./icon";
import { useDialogTheme } from "./theme";

const widths = { md: "sm:max-w-[560px]", lg: "sm:max-w-[800px]", xl: "sm:max-w-[1140px]" } as const;

type Props = {
  title: ReactNode;
  open: boolean;
  onClose: () => void;
  size?: keyof typeof widths;
  /** The class of a theme, if the dialog has another theme than the part of the page that opens it. */
  theme?: string;
  /** Whether only the buttons of the dialog close it, and neither Escape nor a press outside. */
  isStatic?: boolean;
  /**
   * Whether a press outside does nothing, so that typed values are not lost. Escape and the close button still work.
   */
  keepsOnPress?: boolean;
  /** Leaves out the close button, for dialogs that charge, must be answered, or have their own button to close. */
  withoutClose?: boolean;
  role?: "dialog" | "alertdialog";
  /** Shows the title to screen readers only, for content that contains a visible heading. */
  titleHidden?: boolean;
  children: ReactNode;
  footer?: ReactNode;
  /** Whether the footer holds more than buttons. On low screens it then scrolls with the content. */
  hasTallFooter?: boolean;
};

export function Dialog({
  title,
  open,
  onClose,
  size = "md",
  theme,
  isStatic,
  keepsOnPress,
  withoutClose,
  role = "dialog",
  titleHidden,
  children,
  footer,
  hasTallFooter,
}: Props) {
  const t = useText(dialogTexts);
  const outer = useDialogTheme();
  return (
    <ModalOverlay
      isOpen={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      isDismissable={!isStatic && !keepsOnPress}
      isKeyboardDismissDisabled={isStatic}
      className="fade fixed inset-0 z-50 flex items-end justify-center bg-[rgb(0_0_0/0.5)] sm:items-center sm:p-6"
    >
      <Modal
        className={classNames(
          "appear w-full overflow-hidden rounded-t-card border border-line bg-surface shadow-lift-3 sm:rounded-card",
          widths[size],
          theme ?? outer,
        )}
      >
        {/*
          The dialog scrolls itself, because it has the focus when it opens: the arrow keys then scroll its text. What
          gets the focus later is to be between the title and the bar with the primary action, which sticks to the lower
          edge.
        */}
        <AriaDialog
          role={role}
          className={classNames(
            "max-h-[92dvh] scroll-pt-20 overflow-y-auto px-4 pb-6 outline-none sm:max-h-[88dvh] sm:px-6",
            hasTallFooter ? "scroll-pb-80 [@media(height<36rem)]:scroll-pb-6" : "scroll-pb-40",
          )}
        >
          <div
            className={classNames(
              "sticky top-0 z-20 -mx-4 flex items-start gap-4 bg-surface px-4 pt-3 sm:-mx-6 sm:px-6 sm:pt-5",
              titleHidden ? "justify-end" : "pb-2",
            )}
          >
            <Heading
              slot="title"
              className={titleHidden ? "sr-only" : "min-w-0 flex-1 py-1.5 text-xl font-semibold"}
            >
              {title}
            </Heading>
            {withoutClose ? null : (
              <IconButton label={t("dialog.close")} onClick={onClose} className="-mr-2">
                <Icon name="close" />
              </IconButton>
            )}
          </div>
          {children}
          {footer ? (
            <div
              className={classNames(
                "sticky -bottom-6 z-20 -mx-4 mt-6 -mb-6 flex flex-wrap justify-end gap-3 border-t border-line bg-surface px-4 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6",
                hasTallFooter && "[@media(height<36rem)]:static",
              )}
            >
              {footer}
            </div>
          ) : null}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
