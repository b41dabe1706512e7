"""Words that tell a question, a request, a supposition, a joke, somebody else's words."""

from __future__ import annotations

import re

from nightcrew.domain.late_pattern import LatePattern


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


ASSENTS = _listed(
    "응 응응 어 어어 네 넵 넹 넴 네네 예 예예 그래 그래요 그럼 그럼요 맞아 맞아요 맞습니다 "
    "맞지 좋아 좋아요 좋지 알겠어 "
    "알겠어요 알겠습니다 알았어 알았어요 고마워 고마워요 감사 감사해요 감사합니다 그렇지 "
    "그렇죠 그러게 그러게요 그니까 콜 "
    "오케이 오키 ㅇㅋ ㅇㅇ 굿 아 아하 오 음 흠 아니 아니요 아뇨 정말 진짜 물론 당연하지 "
    "그렇게해 그렇게해줘 해줘 부탁해 "
    "ok okay okey yes yeah yep yup sure fine right correct exactly true thanks thank thx "
    "you cool good great nice no nope "
    "alright please of course got it sounds perfect agreed indeed so do go ahead that's "
    "thats i see"
)

_END = r"(?:\s*[~!.…ㅋㅎㅠ^]*)$"
QUESTION = LatePattern(
    r"\?|？"
    r"|(?:[을를할갈될올볼줄먹일]까요?|ㄹ까요?|까요|습니까|ㅂ니까|입니까|합니까|됩니까|나요"
    r"|은가요|는가요|인가요|던가요|냐|느냐|으냐"
    r"|뭐지|(?<!지\s)(?:뭐야|뭐예요)|뭘까|어때요?|어떨까요?|어떠세요|얼마야|얼마예요|얼마지|어디야|어디지"
    r"|언제지|누구지|누구야|인지\s?알아요?|알아)"
    + _END
    + r"|(?<!지\s)(?:뭐|무엇|왜|어떻게|어디|언제|누가|누구|얼마|몇|어느|무슨)\s?[^.]*(?:지|죠|니"
    r"|해|하지|돼|되지|야|가|나)"
    + _END
    + r"|^(?:so |and |but |hey,? )?(?:what|who|whom|whose|where|when|why|how|which|do|does|did|is"
    r"|are|was"
    r"|were|can|could|would|will|should|am|have|has)\b(?! (?:i|we) (?:was|were|did|had|am|got"
    r"|went)\b| (?:i|we) [^?]*\b(?:is|was) )",
    re.IGNORECASE,
)
REQUEST = LatePattern(
    r"(?:해|알려|가르쳐|보여|추천해|찾아|골라|말해|써|적어|정리해|번역해|요약해|설명해|비교해"
    r"|도와|들려|만들어|짜|봐|깨워|불러|보내|읽어"
    r"|계산해|예약해|확인해|검색해|[가-힣]{1,8}[아어여해려려와워춰줘])\s?(?:줘요?|주세요|주실래요?"
    r"|주면\s?안\s?(?:돼요?|될까요?|되나요?|되겠\S*)"
    r"|주시겠어요?|줄래요?|주라|다오|줄\s?수\s?있)"
    r"|(?:하|알려|찾아|말해)\s?(?:주시면|주셨으면)|부탁(?:해|드려|드립|할게)|[가-힣]{1,8}(?:하지"
    r"|지)\s?(?:마|말아)(?:요|줘|라)?(?=$|[\s.!~])"
    r"|(?:해라|하세요|하십시오|해봐요?|해\s?보세요)"
    + _END
    + r"|^(?:please|kindly)\b|\bplease"
    + _END
    + r"|\b(?:can|could|would|will) you\b|\b(?:tell|show|give|help|teach|remind|find|send|make"
    r"|book) me\b"
    r"|^(?:recommend|suggest|explain|translate|summari[sz]e|list|write|find|check|look up"
    r"|compare|describe|search)\b",
    re.IGNORECASE,
)
HYPOTHETICAL = LatePattern(
    r"만약|만일|혹시라도|가정(?:해|하자|하고)|(?<![가-힣])혹시(?![가-힣]|\s?몰라|\s?모르)"
    r"|[가-힣]다면(?=[\s,.])|더라면|텐데|다시\s?태어나|(?:였|았|었|했|갔|왔)다면|(?:였|았|었|했"
    r"|갔|됐)으면[\s.!~ㅠㅜ]*$|(?:였|았|었|했|갔|됐)으면\s?(?:어"
    r"|얼|뭐|좋았|좋겠|[가-힣]*텐데)"
    r"|[을를할갈될올볼일날]지도\s?(?:모르|몰라)|[을할갈될올볼살]까\s?(?:말까|싶|생각|고민|해$"
    r"|하는\s?생각|하는데)|[을할갈될올볼]까\s?말까"
    r"|[다라]고\s?해\s?(?:봐|보자)(?=[\s.,?!]|$)|(?<!그렇)다\s?치고(?=\s)"
    r"|야\s?(?:하나|되나|할지|될지)요?(?=[\s.,?!]|$)"
    r"|(?:로또|복권|연금복권)\S*\s(?:\S+\s)?(?:되|맞|터지)[가-힣]*면|당첨되면|부자(?:가)?\s?되면"
    r"|면\s?(?:어떡|어쩌|어떻게\s?(?:하지|해))|[한인은는된간던온]\s?줄\s?(?:알았|알아|아네|착각)"
    r"|\bi thought (?:that )?i\b|\b(?:everyone|everybody|people|they) thinks? i\b"
    r"|상상해|(?:다고|라고)\s?(?:치[자면고]|해보자|가정)"
    r"|\bif (?:i|we) (?:\w+ed|were|was|had|did|went|got|bought|sold|quit|won|lost|left|made|took"
    r"|became|began|came|ate|drank|gave|knew|ran|saw|spent|told|thought|wrote|built|kept|found)\b"
    r"[^.!]*(?:\b(?:could|would|might)\b|['’]d\b)"
    r"|\b(?:could|would|might)\b[^.!?]*\bif (?:i|we) (?:\w+ed|were|was|had|did|went|got|bought|sold"
    r"|quit|won|lost|left|made|took|found)\b"
    r"|\b(?:if|when|once) (?:i|we) (?:ever )?(?:win|strike it|hit the jackpot|get rich|am rich)\b"
    r"|\b(?:what if|if (?:i|we|you|they) ever|if i (?:were|was|had|did|move|go|get|buy|quit|won"
    r"|could)|suppose"
    r"|supposing|assum(?:e|ing) (?:that )?(?:i|we)|assuming"
    r"|imagine|hypothetically|i wish (?:i|we|it)|had i (?:been|known|had)"
    r"|i might|maybe i(?:'ll| will| should| could)?|i wonder|if only|would it be|i(?:'d"
    r"| would) (?:move|go|buy|quit) if)\b"
    r"|^\W*(?:(?:ok(?:ay)?|so|just|let['’]?s),? )*say (?:that )?(?:i|we)\b"
    r"|^\W*(?:were|should|in case) (?:i|we) ",
    re.IGNORECASE,
)
JOKE = LatePattern(
    r"고\s?거짓말(?:했|을\s?했|함)|거짓말이야|\bi lied\b"
    r"|농담|장난(?:이|임|치|으로)|(?<![가-힣])(?:뻥이|구라)|반어|아니면\s?말고\s?ㅋ"
    r"|^(?:아\s)?(?:네네|예예|그래그래)[,\s].*(?:라서|어서|해서)요?[\s.~]*ㅋ{2,}|어련하시|퍽이나"
    r"|\byeah,? right\b|^\W*oh,? sure\b|\bas if (?:i|we)\b"
    r"|\b(?:just kidding|kidding|jk"
    r"|j/k|joking|sarcasm|as a joke)\b|(?<!\S)/s(?!\S)",
    re.IGNORECASE,
)
FICTION = LatePattern(
    r"^\s*[(（*][^)）*]{4,}[)）*]\s*$|^\s*\*(?!\*)[^*\n]{8,}\*(?!\*)|(?:노래\s?)?가사(?:야|인데|예요|가\s)|(?:영화|드라마)\s?대사"
    r"|\blyrics?\b|역할극|롤플|상황극|소설\s?(?:속|에서)"
    r"|(?:소설|영화|드라마|만화|웹툰|동화|연극|게임)\s?(?:속\s)?(?:주인공|인물|캐릭터)|게임\s?(?:속|에서"
    r"|캐릭)|꿈에(?:서|\s(?:내가|나는|제가|나오|나온|나왔))|꿈을?\s?(?:꿨|꾸었)는데|드라마에서|영화에서"
    r"|\bi (?:dream(?:t|ed)|had (?:a|this) (?:weird |strange |bad )?(?:dream|nightmare))"
    r" (?:that|about|where|in which|i|last night)\b"
    r"|\b(?:role-?play|in (?:the|my) (?:game|story|novel|dream|movie|film|play)"
    r"|(?:narrator|hero|heroine|protagonist|main character)(?: of [^.,]{1,40})? says?"
    r"|my character|pretend)\b",
    re.IGNORECASE,
)
# What would follow from a supposition in a sentence before: "Imagine I won. I'd buy a boat."
CONSEQUENCE = LatePattern(
    r"\b(?:i|we)(?:['’]d| would| could| might)\b|^(?:그러면|그럼|그렇게\s?되면|그땐|그때는)(?=\s)",
    re.IGNORECASE,
)
# From here on somebody plays a part, in this sentence and in those after it.
PLAY = LatePattern(
    r"역할극|롤플|상황극|\b(?:role-?play|let['’]?s pretend|in this (?:game|story), (?:i|you))\b",
    re.IGNORECASE,
)
# Somebody else's words passed on: "도윤이가 …싫대", "my friend says …".
REPORTED = LatePattern(
    r"(?<![가-힣])(?!내가|제가|우리가|나는|저는|난\s|전\s)([가-힣]{1,8}(?:이가|이는|가|이|은|는"
    r"|도|께서))\s.*"
    r"(?:대요?|래요?|냬|다던데|라던데|다더라|라더라|[다라자]고\s?(?:해|했|하더|하셨|하시|그래|말))\S{0,2}?(?:서"
    r"|는데)?[\s.!~ㅋㅎㅠ]*$"
    r"|\b((?i:my|his|her|our|the) [a-z]+|[Hh]e|[Ss]he|[Tt]hey|(?!I\b)[A-Z][a-z]+)"
    r" (?:says?|said|told me|thinks?|claims?)\b",
)
# What somebody said of the user: "팀장님이 나 승진시켜 준대", "he said I have …".
# A doctor's word is about the patient anyway.
REPORTS_OF_ME = LatePattern(
    r"(?<![가-힣])(?:나|내가|나는|난|나를|날|저|제가|저는|저를|내|제)\s"
    r"|(?<![가-힣])(?:의사|병원|주치의|한의사|치과|원장)(?:\s?선생님|님|쌤)?(?:이|가|은|는|께서)?\s"
    r"|(?<![가-힣])(?:병원|의원|치과)에서\s(?=(?:의사|선생|원장|교수|간호사))"
    r"|\b(?:says?|said|told me|thinks?|claims?)(?: that)? (?:i|i['’]m|i['’]ve|my)\b",
    re.IGNORECASE,
)
# What somebody did for the user is news of the user: "사장님이 월급을 올려 주셨어".
DONE_FOR_ME = LatePattern(
    r"(?<![가-힣])(?:나한테|저한테|나에게|저에게|내게|제게|나를|저를)\s"
    r"|[아어여해려와워춰켜쳐]\s?(?:줬|주셨|주기로)"
    r"|\b(?:gave|sent|bought|made|taught|got|showed|offered|left|promoted|hired|fired) me\b",
    re.IGNORECASE,
)
_KIN_KO = (
    "친구|엄마|아빠|어머니|아버지|언니|오빠|형|누나|동생|여동생|남동생|남편|아내|와이프|아들|딸"
    "|동료|팀장|인턴|상사|부장|과장|선배|후배"
    "|남친|여친|남자친구|여자친구|애인|할머니|할아버지|이모|삼촌|고모|사촌|조카|시어머니|장모님"
    "|룸메|아이|애기|아기|선생님|사장님|사장|대표|교수님?|원장|집주인|이웃|손님|며느리|사위|장인|시아버지"
    "|아저씨|아줌마|아주머니|부모님|친척|외삼촌|외숙모|숙모|큰아버지|작은아버지|큰엄마|작은엄마|이모부|고모부"
    "|시댁|처가|시누이|시동생|제부|매제|형부|새언니|동서|꼬마|단짝|베프|룸메이트|후임|짝꿍|약혼자|약혼녀"
    "|올케|형수|매형|처남|처제|손자|손녀|주인공|여주인공|남주인공|등장인물"
)
_KIN_EN = (
    "friend|mom|mother|dad|father|sister|brother|husband|wife|son|daughter|boss|colleague|coworker"
    "|manager|boyfriend|girlfriend|partner|grandma|grandpa|uncle|aunt|cousin|nephew|niece|kid"
    "|neighbou?r|roommate|teacher|landlord|flatmate|professor|grandson|granddaughter|niece"
    "|hero|heroine|protagonist|main character|stepson|stepdaughter|fianc[eé]e?"
)
# Somebody else as the subject of a clause.
PERSON = LatePattern(
    rf"(?<![가-힣])((?:{_KIN_KO})(?:님|들)?(?:\s(?:하나|한\s?명|한\s?분|둘))?(?:은|는|이|가|도|께서))(?=\s)"
    r"|(?<![가-힣])((?:걔|쟤|얘|그녀|[그저]\s?(?:사람|애|분|녀석|남자|여자))(?:들)?(?:은|는|이|가|도))(?=\s)"
    # Without a particle, but told with respect or from hearing: 팀장님 이번에 이직하신대.
    rf"|(?<![가-힣])((?:{_KIN_KO})(?:님|들)?)(?=\s(?:\S+\s){{0,4}}?\S*"
    r"(?:신대요?|셨대요?|신다|셔요?|셨어요?|(?<!주)세요|시더라\S{0,2}|신다던데"
    r"|(?:[았었했갔왔됐한간온된난산인싫좋있없]|는)대요?)[\s.!~ㅋㅎ]*$)"
    # 도윤이는 is somebody; 없이는 and 같이는 only sound like a name.
    r"|(?<![가-힣])(?!(?:없|같|많|굳|깊|높|일찍|틈틈|곰곰|더욱)이는)"
    r"([가-힣]{1,4}[^가-힣\s]?(?<=[가-힣])이[가는](?=\s)|[가-힣]{2,4}\s?(?:씨|님)[은는이가])"
    rf"|\b((?i:my|his|her|our|the) (?:\w+['’]s )?(?:{_KIN_EN})(?:['’]s \w+|s)?)(?! and I\b)\b"
    r"(?= [a-z])"
    r"|\b([Hh]e|[Ss]he)\b(?= [a-z]|['’](?:s|d|ll)\b)(?!(?: is|['’]s) my\b)"
    r"|\b([Tt]hey)\b(?=['’](?:ve|re|d|ll)\b| (?:are|have|had|were|live|like|love|hate|want|own)\b)"
)

_TAG = (
    r"</?\s*(?:evidence|system|user|assistant|memory|memories|instructions?|tool|context)\b[^>]*>?"
)
FORGED = LatePattern(
    rf"{_TAG}(?:[\s\S]*{_TAG})?|<\|[^|>]*\|>"
    r"|^[^\S\n]*(?:\[?(?:system|assistant|user|developer|시스템|비서|어시스턴트"
    r"|사용자)\]?\s?[:：]).*$"
    r"|^[^\S\n]*\[(?:system|assistant|developer|admin|시스템|비서|어시스턴트|관리자)\].*$"
    # An order to drop what a model was told is pasted, and so is what it asks for.
    # It is looked for once a sentence (or behind a tag), not from each letter of a long one.
    r"|(?<![^.!?\n>])[^.!?\n]*\b(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,24}\b(?:previous|prior"
    r"|above|earlier|preceding|system)\b[^.!?\n]{0,20}\b(?:instructions?|rules|prompts?|guidelines"
    r"|directives)\b[\s\S]*"
    r"|(?<![^.!?\n>])[^.!?\n]*(?:이전|앞선|위의?|기존|지금까지의?)\s?(?:모든\s)?(?:지시|명령|지침|프롬프트)\S*\s?(?:다\s)?"
    r"(?:무시|잊)[\s\S]*"
    r"|^[^\S\n]*\[[a-z]\d{1,3}\].*$"
    # How prompts are written for models: a heading for the system, marks around an instruction.
    r"|^[^\S\n]*#{1,6}\s*(?:system|assistant|developer|instructions?|시스템|지침)\b[\s\S]*?"
    r"(?:^[^\S\n]*#{1,6}\s*(?:end|끝)\b.*$|\Z)"
    r"|\[INST\][\s\S]*?(?:\[/INST\]|\Z)|<<SYS>>[\s\S]*?(?:<</SYS>>|\Z)",
    re.IGNORECASE | re.MULTILINE,
)
FORWARDED = LatePattern(
    r"(?:^|\n)[^\S\n]*(?:-{2,}\s*(?:original message|forwarded message|원본 메시지|전달된 메시지"
    r"|원본 메일).*"
    r"|(?:from|보낸\s?사람|발신)\s?[:：].*\n\s*(?:to|sent|date|subject|받는\s?사람|제목"
    r"|날짜)\s?[:：])[\s\S]*",
    re.IGNORECASE,
)
QUOTED = LatePattern(
    r"```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|「[^」]{8,}(?:」|$)|『[^』]{8,}(?:』|$)"
    r"|“[^”]{30,}(?:”|$)|\"[^\"]{30,}(?:\"|$)"
    r"|《[^》]{30,}》|〈[^〉]{30,}〉|[„‟][^“”„‟]{30,}[“”]|«[^»]{30,}»|‹[^›]{30,}›|〝[^〞〟]{30,}[〞〟]"
    r"|(?<![\w])[\"'“‘][^\"'“”‘’\n]{4,}[\"'”’](?=\s?(?:이?라고|이?라며|이?라는|이?래|하고\s?말)(?!\s?(?:내가|제가)))"
    r"|(?:(?<=said[ ,:])|(?<=says[ ,:])|(?<=asked[ ,:])|(?<=wrote[ ,:]))\s?[\"“][^\"”\n]{4,}[\"”]"
)
REPORTED_LINE = LatePattern(
    r"^[^\S\n]*>.*$|\[(?:답장|회신|인용|전달|공유|reply|quote|re|fwd?)\s?[:：][^\]]*\]",
    re.IGNORECASE | re.MULTILINE,
)
PASTED = LatePattern(
    r"(?:글|메일|문자|카톡|메시지|기사|댓글|편지|리뷰|후기|공지|대본)(?:\s?내용)?"
    r"(?:이야|야|인데|이에요|예요|입니다|이래)?\s?[:：]"
    r"|\b(?:email|e-mail|message|article|post|letter|review|comment)"
    r"(?: (?:says|reads|from [\w ]{1,20}))?\s?:|(?:요약|번역|교정|첨삭|정리|분석|검토|맞춤법"
    r"|summari[sz]e|translate|proofread|rewrite"
    r"|review)[^:：\n]{0,24}[:：\n]"
    # Something to be taken apart or put into another form, and what stands in the lines below
    r"|(?:파싱|변환|해석|디버깅|표로|엑셀로|(?:csv|json|yaml|xml|html)(?:으로|로)?)\s?[^:：\n]{0,16}[:：\n]"
    r"|\b(?:parse|convert|reformat|debug|extract)\b[^:\n]{0,30}[:\n]"
    # Words to correct behind the request, in another tone than it
    r"|(?:맞춤법|띄어쓰기|문법|첨삭|교정|교열|퇴고|윤문)[^.!?\n]{0,14}(?:줘|줄래|부탁해)[.!~]\s(?=[^\n]*니다)"
    r"|^(?:please )?(?:proofread|correct|edit|rewrite|paraphrase)\b[^.:\n]{0,24}[.:]"
    # "아래 자기소개서 고쳐 줘" and what stands in the lines below
    r"|(?:고쳐|다듬어|봐|손봐|수정해|바꿔|평가해|검수해|퇴고해|읽어)\s?(?:줘|주)[^:：\n]{0,16}[:：\n]"
    r"|\b(?:fix|polish|edit|correct|improve|check|shorten|paraphrase|critique)\b[^:\n]{0,30}"
    r"\b(?:text|paragraph|sentence|essay|letter|bio|draft|grammar|cv|resume|it|this)\b"
    r"[^:\n]{0,12}[:\n]",
    re.IGNORECASE,
)
