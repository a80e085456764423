// The compiled rules for every part of the page: main.tsx loads and provides them.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { RulesModule } from './rules';

export const RulesContext = createContext<RulesModule | null>(null);

export function useRules(): RulesModule {
    const rules = useContext(RulesContext);
    if (!rules) throw new Error('no RulesContext');
    return rules;
}
