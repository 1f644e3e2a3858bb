import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import styles from './button.module.css';
import { joinClasses } from './join-classes.ts';

type ButtonProps = Omit<AriaButtonProps, 'className'> & {
  /** `contained` for what a page is for, `outlined` for the rest, `plain` in rows and bars. */
  readonly variant?: 'contained' | 'outlined' | 'plain' | 'danger';
  readonly className?: string | undefined;
};

/** A button. While `isPending` it keeps its place and is announced as busy. */
export const Button = ({ variant = 'outlined', className, ...props }: ButtonProps) => (
  <AriaButton {...props} className={joinClasses(styles.button, styles[variant], className)} />
);
