"""Words that tell of an end, a dislike or a lack, as parts of patterns."""

from __future__ import annotations

from typing import Final

# What is over denies what was, whatever it was: paid, healed, given up, left, won back.
OVER: Final = (
    r"(?<!표를 )(?<!표 )(?<!켓을 )(?<!켓 )끊(?!었던|어\s?[줘주])[었는을으고어은기]|끊을"
    r"|그만\s?[두둔뒀둬해하]|그만둘|관뒀|관두|때려[치쳤쳐친칠]|중단(?!원)|포기(?!\s?김치)|취소(?![선표])|취하|철회|무산|해결(?![책사])"
    r"|완치|회복(?![실제])|극복|청산"
    r"|무지개다리|하늘나라|세상을?\s?(?:떠|뜨|뜬|떴)|죽었|떠나보[냈내]|(?:입양|분양|파양|딴\s?집"
    r"|다른\s?집|다른\s?데)(?:에|으로|로)?\s?보[냈내]"
    r"|해지|해약|탈퇴|처분|삭제[했하함됐되]|종결|종료|폐지(?!를?\s?(?:줍|주[워웠우울운움]|모[으아]))|폐기|폐쇄|폐업"
    r"|해체|해산(?!물)|해제|말소|철거(?![민촌])|파기|중지"
    r"|정지[했됐당]|하차[했함]|은퇴|전역|제대[했하함](?!로)|완납|완제|상환했"
    r"|(?:통장|적금|예금|청약|보험|펀드|연금|계약|약속)[을를도은는]?\s?(?:다\s|확\s)?(?:깼|깨[고서]|깨버|깬다|깨는|깸)"
    r"|반납|환불|떼어?\s?[냈낸]|뗐|제거|손\s?[뗐털]|손을?\s(?:뗐|씻)|손절"
    r"|(?:에서|서)\s(?:[가-힣]+\s)?(?:나[왔온오와](?!느라|려|다가)|나오[셨신]|돌아[왔온]"
    r"|돌아오[셨신])|빠져\s?나[왔온오]|탈출|갈아[탔탄]|전향|오진|졸업|마쳤|틀어[졌진]"
    r"|없[던었]던?\s일|아니게\s?[됐되된]|청춘\s?때"
    r"|(?:다|싹|내다|갖다)\s?버렸|옛날?\s?(?:일|말|얘기|이야기)|(?:장난|거짓말|농담"
    r"|뻥)이었|한때(?:였|의\s?일)"
    r"|(?<![가-힣])나아서|괜찮(?!은지|다면|으면)|갚았|벗어났|벗어나|돌려받|되찾|지[웠운]"
    r"|(?:돈|원금|전부|모두|다|싹)[은을를도]?\s?(?:다\s)?(?:뺐|빼\s?[냈왔]|뺀|인출|회수)"
    r"|없[앴앤]|접(?:었|은(?![가-힣])|기)|갈아엎[었고어]|엎어[졌진]|물거품"
    r"|마음[을이]?\s?(?:바꿨|바뀌|바꾸)|사라[졌져]|없어[졌져]|끝[났나내냈](?!지|길|면|고\s"
    r"|자마자|는\s?대로)|고쳤|나았|떠났|자퇴|중퇴|퇴학|퇴사|퇴원|퇴소|해고|사직"
    r"|잘[렸린](?=[어다대지네던]|\s|$)|(?:다|싹|모두|전부|완전히)\s?(?:갚|낫|나[아은을]|고쳐|끝|냈|붙었)"
    r"|\b(?:stop(?:ped|s|ping)?|quit(?:s|ting)?|g[ai]ven? up|cancel(?:l?ed|s|l?ing)?"
    r"|call(?:ed|ing)? off|no longer|no more|paid (?:it )?off|recovered|cured|outgr[eo]wn?|got over"
    r"|(?:is|are|has|have|['’]s) (?:all )?gone|went away|moved out|fired|decided against"
    r"|f[ea]ll(?:en)? through|backed out(?: of)?|changed my mind|laid off|dropped out"
    r"|resign(?:ed|s|ing)?|sacked|let (?:me|him|her|us|them) go|used to|any\s?more"
    r"|passed away|died|g[ai]ven? (?:\w+ ){0,3}away|got rid of|threw (?:\w+ ){0,3}(?:away|out)"
    r"|g[eo]t(?:s|ting|ten)? out of|came out of|walked out of|released|graduated|healed"
    r"|in remission|sober|clean now|uninstalled|unsubscribed|deleted|returned (?:it|them)"
    r"|switched (?:from|to|over)|turned (?:it|them) down|not the case|a thing of the past"
    r"|(?:is|are|am|was|were|got|['’](?:s|m|re)|back|finally) out of(?! (?:control|reach|place))"
    r"|(?:paid|paying|pay) (?:\w+ )?back(?= in full)|repaid"
    r"|left (?:\w+ ){0,2}(?:school|college|university|job|company|firm|team|army|band|church)"
    r"|in the past|behind me|dropped(?! by| in| out| off)|withdr[ae]wn?|scrapped|abandoned|shelved"
    r"|reversed|overturned|rescinded|revoked|reinstated"
    r"|called it quits|(?:all )?caught up on|paid up|settled up|debt[- ]free"
    r"|retired from|stepped (?:down|back) from|stood down|hung up (?:my|his|her|the|our)|done with"
    r"|grew out of|walked away from|put (?:\w+ ){0,3}up for adoption|rehomed?"
    r"|turned down (?:the|my|that|an?)|came off(?= \w)|took me off|weaned off)\b"
)
SIDE: Final = (
    r"싫|질[렸려리]|물[렸려](?!받)|사양|거절|거부|질색|금지|빼고|빼\s?[줘주]|제외|생략"
    r"|별로(?=[.!?~]|야|예|에|다|였|$)|혐오"
    r"|끔찍|거슬[리려렸려릴린]|\b(?:leav(?:e|es|ing) out|skip(?:s|ped|ping)?"
    r"|refrain(?:s|ed|ing)?|spare me"
    r"|stay(?:s|ed|ing)? away from|hate[sd]?|dislike[sd]?|avoid(?:s|ed)?|sick of|tired of"
    r"|can['’]t stand|refuse[sd]?"
    r"|awful|terrible|disgusting|annoy(?:s|ing)|irritat(?:es|ing)|bugs me|bothers me"
    r"|gets? on my nerves)\b"
)
# What is done without a thing lacks it; what cannot be done without it has it.
LACKS: Final = (
    r"(?<![가-힣])없이\s(?![^.!?]*(?:못|안\s|없|힘들|어떻게|심심|어렵|허전|곤란))"
    r"|(?<![가-힣])없(?!으면|이(?:는|\s|$)|인)|(?<=[가-힣]\s)없(?!으면|이(?:는|\s|$)|인)"
)
